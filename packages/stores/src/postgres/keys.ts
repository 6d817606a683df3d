/**
 * The audit keys of a database that many processes use, on machines of their own.
 *
 * All must sign with the same key, and know those that signed before: else rows of one would be forgeries to another.
 * So the id of the key in use is noted in the database, and whoever does not know that key is not let in.
 */
import { GyreError, type KeyRing } from '@gyre/core'
import { keyRing, type Passphrases, passphraseKeys } from '../audit-key.ts'
import { keysOfFolder } from '../key-file.ts'
import type { Database, Statements } from './database.ts'
import { lockFor } from './transaction-lock.ts'

export type KeyOptions = {
  readonly key?: Passphrases | undefined
  /** Where the file `key` is. */
  readonly keyFolder?: string | undefined
}

export async function openKeys(database: Database, options: KeyOptions): Promise<KeyRing> {
  const ring = ringOf(options)
  await database.transaction((statements) => noteKey(database, statements, ring), { mayRepeat: true })
  return ring
}

/** The keys this process has. */
export function ringOf({ key, keyFolder }: KeyOptions): KeyRing {
  if (keyFolder !== undefined) return keysOfFolder(keyFolder, key)
  const given = passphraseKeys(key)
  const current = given.at(-1)
  if (current) return keyRing(current, given)
  const says = 'PostgreSQL needs a key to sign rows with: set GYRE_KEY to the same passphrase for every process'
  throw new GyreError('config-invalid', `${says}, or give \`key\` or \`keyFolder\`.`, { field: 'key' })
}

/** The first process notes its key; one that knows the noted key and signs with another, which is newer, notes that. */
export async function noteKey(database: Database, statements: Statements, ring: KeyRing): Promise<void> {
  const { address } = database
  const { current } = ring
  await lockFor(database, statements, ['key'])
  const [noted] = await statements.rows<{ id: string }>(`SELECT value AS id FROM meta WHERE name = 'key'`)
  if (noted?.id === current.id) return
  if (noted && ring.find(noted.id) === undefined) {
    const says = `The rows of ${address} are signed with key ${noted.id}, which is not known here`
    const todo = 'give the same GYRE_KEY to every process; to change it, give the old and the new one, in this order'
    throw new GyreError('key-missing', `${says}: ${todo}.`, { address, key: noted.id })
  }
  const note = `INSERT INTO meta VALUES ('key', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value`
  await statements.rows(note, [current.id])
}
