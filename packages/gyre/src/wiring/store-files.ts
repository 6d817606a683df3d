/** The files that a store keeps: no tool may open them, and the audit key among them is a secret. */
import { readFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { KeyRing } from '@gyre/core'
import type { ProtectedPlace } from '@gyre/tools'
import { isInside } from '../config/inside-folder.ts'

export type StorePlace = {
  /** The data folder. */
  readonly folder: string
  /** The SQLite file; undefined for a store of another kind and for one in memory. */
  readonly database: string | undefined
}

/** The SQLite file of a store that a config names, or of the data folder. */
export function storePlace(folder: string, store: object | string | undefined): StorePlace {
  const isFile = typeof store !== 'object' && store !== ':memory:'
  return { folder: resolve(folder), database: isFile ? resolve(store ?? join(folder, 'gyre.db')) : undefined }
}

/** The data folder as a whole, unless tools are to work in it, and the files of the store. */
export function storeFiles(places: readonly StorePlace[], roots: readonly string[]): readonly ProtectedPlace[] {
  const paths = places.flatMap(({ folder, database }) => {
    const files = database === undefined ? [] : [keyFile(database), ...databaseFiles(database)]
    return roots.some((root) => isInside(folder, root)) ? files : [folder, ...files]
  })
  const why = 'belongs to what Gyre itself keeps, which no tool opens or changes'
  return paths.map((path) => ({ path, access: 'closed', why }))
}

/** The audit key as its file has it, with older ones, and those of the other places. */
export async function keyTexts(keys: KeyRing, places: readonly StorePlace[]): Promise<readonly string[]> {
  const files = places.flatMap(({ database }) => (database === undefined ? [] : [keyFile(database)]))
  // One that is not there holds no key.
  const kept = await Promise.all(files.map((file) => readFile(file, 'utf8').catch(() => '')))
  const current = Buffer.from(keys.current.secret).toString('base64url')
  return [...new Set([current, ...kept.join('\n').split(/\s+/).filter(Boolean)])]
}

/** What an SQLite file is called once all of it is in PostgreSQL. */
export function movedFile(database: string): string {
  return `${database}.moved`
}

export function keyFile(database: string): string {
  return join(dirname(database), 'key')
}

function databaseFiles(database: string): readonly string[] {
  // One that was moved to PostgreSQL holds what it held.
  return [database, movedFile(database)].flatMap((file) =>
    ['', '-wal', '-shm', '-journal'].map((end) => `${file}${end}`),
  )
}
