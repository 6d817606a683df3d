/**
 * The audit keys of a database that many processes use, on machines of their own.
 *
 * All must sign with the same key, and know those that signed before: else rows of one would be forgeries to another.
 * So the id of the key in use is noted in the database, and whoever does not know that key is not let in.
 */
import { GyreError, type KeyRing } from '@gyre/core'
import { keyRing, type Passphrases, passphraseKeys } from '../audit-key.ts'
import { keysFound, keysOfFolder } from '../key-file.ts'
import type { Database, Statements } from './database.ts'
import { lockFor } from './transaction-lock.ts'

export type KeyOptions = {
  readonly key?: Passphrases | undefined
  /** Where the file `key` is. */
  readonly keyFolder?: string | undefined
}

export async function openKeys(database: Database, options: KeyOptions): Promise<KeyRing> {
  return database.transaction((statements) => noteKey(database, statements, options), { mayRepeat: true })
}

/** The keys of this process that every other with the same options has: beside keys that are given, a file is its own. */
export function sharedKeys({ key, keyFolder }: KeyOptions): KeyRing | undefined {
  return key === undefined ? keysOf({ keyFolder }) : keysOf({ key })
}

/** Undefined where there are none yet. */
function keysOf({ key, keyFolder }: KeyOptions): KeyRing | undefined {
  if (keyFolder !== undefined) return keysFound(keyFolder, key)
  const given = passphraseKeys(key)
  const current = given.at(-1)
  return current && keyRing(current, given)
}

function madeKeys({ keyFolder }: KeyOptions): KeyRing {
  if (keyFolder !== undefined) return keysOfFolder(keyFolder, undefined)
  const says = 'PostgreSQL needs a key to sign rows with: set GYRE_KEY to the same passphrase for every process'
  throw new GyreError('config-invalid', `${says}, or give \`key\` or \`keyFolder\`.`, { field: 'key' })
}

/**
 * The first process notes its key; one that knows the noted key and signs with another, which was never noted, notes that:
 * who still signs with an earlier one is late, and lets nobody in who knows that alone. Only the first makes a key file
 * where there is none: whoever is refused leaves nothing.
 */
export async function noteKey(database: Database, statements: Statements, options: KeyOptions): Promise<KeyRing> {
  const { address } = database
  await lockFor(database, statements, ['key'])
  const [noted] = await statements.rows<{ id: string }>(`SELECT value AS id FROM meta WHERE name = 'key'`)
  const known = keysOf(options)
  if (noted && known?.find(noted.id) === undefined) {
    const says = `The rows of ${address} are signed with key ${noted.id}, which is not known here`
    const todo =
      'give the same GYRE_KEY to every process; to change it, give the old and the new one: GYRE_KEY=OLD||NEW'
    throw new GyreError('key-missing', `${says}: ${todo}.`, { address, key: noted.id })
  }
  const ring = known ?? madeKeys(options)
  const { id } = ring.current
  const earlier = await statements.rows('SELECT 1 FROM meta WHERE name = $1', [earlierName(id)])
  if (noted?.id === id || earlier.length > 0) return ring
  const note = 'INSERT INTO meta VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value'
  await statements.rows(note, ['key', id])
  if (noted) await statements.rows(note, [earlierName(noted.id), ''])
  return ring
}

function earlierName(key: string): string {
  return `earlier key ${key}`
}
