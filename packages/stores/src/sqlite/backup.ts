/** A copy of the database while it is in use. */
import { realpathSync, renameSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { backup } from 'node:sqlite'
import { GyreError } from '@gyre/core'
import { type Connection, makeFolder } from './connection.ts'
import { storeError } from './store-error.ts'

/** Writes beside the target and renames: an earlier copy is replaced by a whole one or not at all. */
export async function copyDatabase(connection: Connection, target: string): Promise<void> {
  if (isSame(connection.path, target)) {
    throw new GyreError('usage-invalid', `${target} is the store itself: name another file for the copy.`)
  }
  const partial = `${target}.partial`
  makeFolder(target)
  try {
    rmSync(partial, { force: true })
    await backup(connection.database, partial)
    renameSync(partial, target)
  } catch (error) {
    rmSync(partial, { force: true })
    throw storeError(error, target)
  }
}

function isSame(path: string, target: string): boolean {
  return real(path) === real(target)
}

function real(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return resolve(path)
  }
}
