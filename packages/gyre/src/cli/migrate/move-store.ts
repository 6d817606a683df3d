/** Moves what an SQLite file holds to PostgreSQL, and puts the file aside. */
import { constants, copyFile, mkdir, rename, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { GyreError } from '@gyre/core'
import { rememberedPrefixes } from '@gyre/models'
import type { MoveCounts, MoveProgress } from '@gyre/stores/move'
import { keyFile, movedFile } from '../../wiring/store-files.ts'

export type StoreMove = {
  /** The SQLite file. */
  readonly path: string
  /** The database it goes to. */
  readonly url: string
  /** The passphrases that rows are signed with, there and here; without any, key files do. */
  readonly key: readonly string[] | undefined
  /** Where those who use the database look for their key file. */
  readonly folder: string
  /** What it throws ends the move, and nothing was moved. */
  readonly onProgress: (progress: MoveProgress) => void
}

/** Fails when there is no such file, or no room for it where it is put aside. */
export async function refuseUnmovable(path: string): Promise<void> {
  const aside = movedFile(path)
  if (await isThere(path)) {
    if (!(await isThere(aside))) return
    const says = `${aside} is there from an earlier move. Keep it elsewhere first: ${path} is to have this name.`
    throw new GyreError('usage-invalid', says, { path: aside })
  }
  const says = (await isThere(aside)) ? `${path} was moved already: it is ${aside} now.` : `There is no file ${path}.`
  throw new GyreError('file-unreadable', says, { path })
}

export async function moveStore({ path, url, key, folder, onProgress }: StoreMove): Promise<MoveCounts> {
  const { moveToPostgres } = await import('@gyre/stores/move')
  await bringUpToDate(path, key)
  refuseUsed(path, 'End every process that uses it, such as `gyre serve`, and begin again.')
  if (key === undefined) await lendKey(path, folder)
  const to = { url, keyFolder: folder, ...(key !== undefined && { key }) }
  const counts = await moveToPostgres({ from: path, to, forgettable: rememberedPrefixes, onProgress })
  refuseUsed(path, `All of it is in PostgreSQL. End that process, then rename the file: ${movedFile(path)}`)
  await rename(path, movedFile(path))
  return counts
}

/** A file of an older Gyre gets its newest form, which is the one that can be read. */
async function bringUpToDate(path: string, key: StoreMove['key']): Promise<void> {
  const { sqliteStore } = await import('@gyre/stores/sqlite')
  // Nothing is signed here: with some key or other, no file is made for one.
  await sqliteStore(path, { key: key ?? 'none' }).close()
}

/** All of it is put into the one file, which SQLite does only while nobody else has it open, idle or not. */
function refuseUsed(path: string, todo: string): void {
  const database = new DatabaseSync(path, { timeout: 1000 })
  try {
    database.exec('PRAGMA journal_mode = DELETE')
  } catch (error) {
    throw used(path, todo, error)
  } finally {
    database.close()
  }
}

function used(path: string, todo: string, cause: unknown): GyreError {
  return new GyreError('store-locked', `Another process has ${path} open. ${todo}`, { path, cause })
}

/** A file elsewhere has its key beside it; those who use the database look for it in the data folder. */
async function lendKey(path: string, folder: string): Promise<void> {
  const [own, there] = [keyFile(path), join(folder, 'key')]
  if (dirname(path) === resolve(folder) || !(await isThere(own)) || (await isThere(there))) return
  await mkdir(folder, { recursive: true })
  await copyFile(own, there, constants.COPYFILE_EXCL)
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
