/** `gyre init`: a small project that works. What is there already is left as it is. */
import { access, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { GyreError } from '@gyre/core'
import { manifest } from '../../manifest.ts'
import type { CommandRun } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { developmentVersions, firstGoal, type ProjectFile, projectFiles } from '../init/project-files.ts'
import { projectName } from '../init/project-name.ts'
import type { Io } from '../io.ts'
import { makeNamedFolder, unwritable } from '../output/written-file.ts'

export const init: CommandRun = async ({ args: [named = '.'], options, io }) => {
  const folder = resolve(io.cwd, named)
  await assertFolder(folder)
  const files = projectFiles({ name: projectName(folder), versions: versions() })
  const isThere = await Promise.all(files.map(({ path }) => exists(join(folder, path))))
  const absent = files.filter((_, at) => !isThere[at])
  const kept = files.filter((_, at) => isThere[at]).map(({ path }) => path)
  const isWanted = absent.length === 0 || options.flag('yes') || (await isAgreed(io, folder, absent))
  if (!isWanted) {
    io.report('Nothing was made.')
    return exitCodes.interrupted
  }
  for (const file of absent) await make(folder, file)
  const made = absent.map(({ path }) => path)
  if (io.output !== 'text') io.printJson({ folder, made, kept })
  else for (const line of lines(relative(io.cwd, folder), made, kept)) io.print(line)
  return exitCodes.done
}

/** What a project made now is to be installed with. */
function versions() {
  const { version } = manifest()
  return { gyre: `^${version}`, ...developmentVersions }
}

/** Where a file is, no project can be made; where nothing is, the folder is made. */
async function assertFolder(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined)
  if (!found || found.isDirectory()) return
  throw new GyreError('usage-invalid', `${path} is a file, not a folder. Name a folder that is there, or a new one.`)
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

/** Whether the person wants it; where nobody can be asked, they said so by the command. */
async function isAgreed(io: Io, folder: string, files: readonly ProjectFile[]): Promise<boolean> {
  if (!io.input.canAsk) return true
  const { linePrompt } = await import('../terminal/line-prompt.ts')
  io.report(files.map(({ path }) => `  ${path}`).join('\n'))
  const count = `${files.length} ${files.length === 1 ? 'file' : 'files'}`
  const left = new AbortController()
  const asked = { signal: left.signal, onInterrupt: () => left.abort() }
  const line = await linePrompt(io, `Make ${count} in ${folder}? [Y/n]`, asked)
  return line !== undefined && /^(y|yes)?$/i.test(line.trim())
}

/** Never over a file that came meanwhile. */
async function make(folder: string, { path, text }: ProjectFile): Promise<void> {
  const file = join(folder, path)
  try {
    await makeNamedFolder(dirname(file))
    await writeFile(file, text, { flag: 'wx' })
  } catch (error) {
    throw unwritable(file, error)
  }
}

const needed = 'gyre'
const neededForWork = Object.keys(developmentVersions).join(' ')

function lines(folder: string, made: readonly string[], kept: readonly string[]): readonly string[] {
  const hasManifest = kept.includes('package.json')
  const next = [
    ...(folder === '' ? [] : [`cd ${/[^\w./-]/.test(folder) ? `'${folder}'` : folder}`]),
    hasManifest ? `npm install ${needed} && npm install --save-dev ${neededForWork}` : 'npm install',
    `npx gyre run -p helper "${firstGoal}"`,
    hasManifest ? 'npx vitest run' : 'npm test',
  ]
  return [
    ...made.map((path) => `made  ${path}`),
    ...kept.map((path) => `kept  ${path}, which was there`),
    '',
    'Next:',
    ...next.map((command) => `  ${command}`),
  ]
}
