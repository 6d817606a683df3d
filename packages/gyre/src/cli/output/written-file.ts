/** Files that commands write where they were told to. */
import { access, constants, mkdir, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { GyreError } from '@gyre/core'

/** Writes a file; its folder must be there. */
export async function writeNamedFile(path: string, data: string | AsyncIterable<string>): Promise<void> {
  try {
    await writeFile(path, data)
  } catch (error) {
    throw unwritable(path, error)
  }
}

/** Throws where no file can be written, or something else than a file would be. */
export async function assertWritable(path: string): Promise<void> {
  try {
    const found = await stat(path).catch(ignoreAbsence)
    if (found?.isFile() === false) throw noFile(path, found.isDirectory() ? 'it is a folder' : 'it is no file')
    await access(found ? path : dirname(path), constants.W_OK)
  } catch (error) {
    throw unwritable(path, error)
  }
}

/** A device or a pipe keeps nothing. */
function noFile(path: string, why: string): GyreError {
  return new GyreError('file-unwritable', `\`${path}\` cannot be written: ${why}.`, { path })
}

/** Makes a folder and those above it; one that is there is fine. */
export async function makeNamedFolder(path: string): Promise<void> {
  try {
    // One by one: where a file system takes no folders, `recursive` of Node tries for ever.
    for (const folder of await missingFolders(path)) await makeFolder(folder)
  } catch (error) {
    throw unwritable(path, error)
  }
}

/** The folders of a path that are not there, the outermost first. */
async function missingFolders(path: string): Promise<readonly string[]> {
  const found = await stat(path).catch(ignoreAbsence)
  // What is no folder fails when it is made.
  if (found) return found.isDirectory() ? [] : [path]
  return [...(await missingFolders(dirname(path))), path]
}

function ignoreAbsence(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

/** The folder around it is there. Somebody else may make it at the same moment. */
async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw folderless(path, error)
    if (code !== 'EEXIST' || !(await stat(path)).isDirectory()) throw error
  }
}

/** Not every file system takes folders; that of processes takes none. */
function folderless(path: string, cause: unknown): GyreError {
  const message = `\`${path}\` cannot be written: no folder can be made in \`${dirname(path)}\`.`
  return new GyreError('file-unwritable', message, { path, cause })
}

/** What was thrown while something was written; what was thrown for another reason stays what it is. */
export function unwritable(path: string, thrown: unknown): unknown {
  if (!(thrown instanceof Error) || !('code' in thrown) || thrown instanceof GyreError) return thrown
  const why = reasons[String(thrown.code)]?.(path) ?? thrown.message
  return new GyreError('file-unwritable', `\`${path}\` cannot be written: ${why}.`, { path, cause: thrown })
}

const reasons: Readonly<Record<string, (path: string) => string>> = {
  ENOENT: (path) => `there is no folder \`${dirname(path)}\``,
  ENOTDIR: (path) => `\`${dirname(path)}\` is no folder`,
  EEXIST: () => 'a file of this name is there',
  EISDIR: () => 'it is a folder',
  EACCES: () => 'this user may not write there',
  EPERM: () => 'this user may not write there',
  EROFS: () => 'it is on a disk that can only be read',
  ENOSPC: () => 'the disk is full',
}
