/** Files that commands write where they were told to. */
import { mkdir, writeFile } from 'node:fs/promises'
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

/** Makes a folder and those above it; one that is there is fine. */
export async function makeNamedFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true })
  } catch (error) {
    throw unwritable(path, error)
  }
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
