/** Where programs are looked for: never in the folder they work in. */
import { accessSync, constants, realpathSync, statSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import { isInside } from '../../files/access/root-folder.ts'

const usualFolders: readonly string[] = [
  '/usr/local/bin',
  '/usr/local/sbin',
  '/opt/homebrew/bin',
  '/usr/bin',
  '/usr/sbin',
  '/bin',
  '/sbin',
]

/** The folders of a PATH that are there and lie outside of `cwd`; `.`, relative and empty ones are left out. */
export function searchFolders(path: string | undefined, cwd: string): readonly string[] {
  const folders = path === undefined ? usualFolders : path.split(delimiter)
  return folders.filter((folder) => {
    const real = isAbsolute(folder) ? realPath(folder) : undefined
    return real !== undefined && !isInside(cwd, real)
  })
}

export type FoundProgram = {
  /** As it is started: some programs are many, and look at the name they are called by. */
  readonly file: string
  /** Where that leads to. */
  readonly real: string
}

/** The first program of that very name. One that leads into `cwd` is passed by. */
export function findProgram(name: string, folders: readonly string[], cwd: string): FoundProgram | undefined {
  // A `.bat` or `.cmd` would be run by a shell.
  const wanted = process.platform === 'win32' ? `${name}.exe` : name
  for (const folder of folders) {
    const file = join(folder, wanted)
    const real = isProgram(file) ? realPath(file) : undefined
    if (real !== undefined && !isInside(cwd, real)) return { file, real }
  }
  return undefined
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}
