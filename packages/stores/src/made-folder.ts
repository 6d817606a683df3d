/** The folder that files of a store are in. */
import { accessSync, constants, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { GyreError } from '@gyre/core'
import { fileError } from './sqlite/store-error.ts'

/** Makes the folder of a file. It must be writable: more files may be made in it. */
export function makeFolder(path: string): void {
  const folder = dirname(path)
  if (statSync(folder, { throwIfNoEntry: false })?.isFile())
    throw new GyreError('file-unwritable', `${folder} is a file, not a folder.`, { path: folder })
  try {
    // One by one: where a file system takes no folders, `recursive` of Node tries for ever.
    for (const missing of missingFolders(folder)) mkdirUnlessThere(missing)
  } catch (error) {
    throw fileError('store-failed', folder, 'cannot be made', error)
  }
  checkWritable(folder)
}

/** The outermost first. */
function missingFolders(folder: string): readonly string[] {
  if (statSync(folder, { throwIfNoEntry: false })) return []
  return [...missingFolders(dirname(folder)), folder]
}

/** Another process may make it at the same moment. */
function mkdirUnlessThere(folder: string): void {
  try {
    mkdirSync(folder)
  } catch (error) {
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}

export function checkWritable(path: string): void {
  try {
    accessSync(path, constants.W_OK)
  } catch (error) {
    throw fileError('store-failed', path, 'may not be written, check its permissions', error)
  }
}
