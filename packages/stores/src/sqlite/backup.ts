/** A copy of the database while it is in use. */
import { existsSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { backup } from 'node:sqlite'
import { GyreError } from '@gyre/core'
import { makeFolder } from '../made-folder.ts'
import { checkField, path as pathRule } from '../store-options.ts'
import type { Connection } from './connection.ts'
import { readHeader } from './file-header.ts'
import { isOurs } from './migrations.ts'
import { storeError } from './store-error.ts'

/** Writes beside the target and renames: an earlier copy is replaced by a whole one or not at all. */
export async function copyDatabase(connection: Connection, target: string): Promise<void> {
  checkField('target', target, pathRule)
  const obstacle = obstacleAt(target, connection.path)
  if (obstacle !== undefined) throw new GyreError('backup-refused', `${target} ${obstacle}.`, { path: target })
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

/** What is at the target and must not be lost. An empty file holds nothing. */
function obstacleAt(target: string, source: string): string | undefined {
  if (isSame(source, target)) return 'is the store itself'
  const found = statSync(target, { throwIfNoEntry: false })
  if (found && !found.isFile()) return 'is not a file'
  // SQLite would take what is in it for changes of the copy.
  if (existsSync(`${target}-wal`)) return `is in use, or was when its process died: ${target}-wal is there`
  return found && found.size > 0 && !isOurs(readHeader(target)) ? 'is not a database that this Gyre wrote' : undefined
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
