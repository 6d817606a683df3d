/** The SQLite file that is moved: nobody writes it meanwhile, and it is read a part at a time. */
import { statSync } from 'node:fs'
import { GyreError, type KeyRing } from '@gyre/core'
import { type Connection, connect } from '../sqlite/connection.ts'
import { storeError } from '../sqlite/store-error.ts'
import { isDeadWorker } from '../worker-identity.ts'
import type { SourceRow, SourceValue } from './tables.ts'

/** A part ends with whichever comes first: it is held in memory, and is one statement. */
const partRows = 1000
const partLength = 4_000_000

type Holder = { readonly id: string; readonly worker: string }

/** Opens the file and does something while nobody else can write it. It stays as it is. */
export async function whileLocked<T>(path: string, work: (source: MoveSource) => Promise<T>): Promise<T> {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile())
    throw new GyreError('file-unreadable', `There is no database ${path}.`, { path })
  const connection = connect(path, { synchronous: 'FULL' })
  try {
    connection.execute('BEGIN IMMEDIATE')
    return await work(new MoveSource(connection))
  } catch (error) {
    throw (error as { errcode?: unknown } | null)?.errcode === undefined ? error : storeError(error, path)
  } finally {
    // With it the transaction ends, which changed nothing.
    connection.close()
  }
}

export class MoveSource {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  get path(): string {
    return this.#connection.path
  }

  all(sql: string, ...values: readonly SourceValue[]): readonly SourceRow[] {
    return this.#connection.prepare(sql).all(...values) as SourceRow[]
  }

  count(from: string): number {
    return Number(this.#connection.prepare(`SELECT count(*) AS n FROM (${from})`).get()?.['n'])
  }

  /** Rows sorted by the numbers of their places, a part at a time. */
  *parts(from: string, place: readonly string[]): Generator<readonly SourceRow[]> {
    const columns = place.join(', ')
    const asked = place.map(() => '?').join(', ')
    const statement = this.#connection.prepare(
      `SELECT * FROM (${from}) WHERE (${columns}) > (${asked}) ORDER BY ${columns} LIMIT ${partRows}`,
    )
    let after: readonly SourceValue[] = place.map(() => Number.MIN_SAFE_INTEGER)
    for (;;) {
      const part = upTo(partLength, statement.iterate(...after) as Iterable<SourceRow>)
      const last = part.at(-1)
      if (last === undefined) return
      after = place.map((column) => last[column] ?? null)
      yield part
    }
  }

  /** The largest number a table ever gave out, as far as it is known. */
  lastNumber(table: string, column: string): number {
    const [given] = this.all('SELECT seq FROM sqlite_sequence WHERE name = ?', table)
    const [found] = this.all(`SELECT max(${column}) AS n FROM ${table}`)
    return Math.max(Number(given?.['seq'] ?? 0), Number(found?.['n'] ?? 0))
  }

  /** Refuses while somebody runs sessions of it: what they do next would be lost. */
  refuseLive(now: number): void {
    const running = this.all(
      `SELECT id, worker FROM session WHERE state = 'running' AND lease_until >= ? AND worker IS NOT NULL ORDER BY sid`,
      now,
    ) as unknown as readonly Holder[]
    const live = running.find(({ worker }) => !isDeadWorker(worker))
    if (live === undefined) return
    const { path } = this
    const says = `${path} is in use: ${live.worker} runs session ${live.id}. End every process that uses it first.`
    throw new GyreError('store-locked', says, { path, session: live.id, worker: live.worker })
  }

  /** Refuses when something is signed with a key that is not known where it goes: it would count as altered there. */
  refuseUnknownKeys(keys: KeyRing | undefined): void {
    const used = this.all('SELECT key FROM journal UNION SELECT key FROM audit_log')
    const unknown = used.map(({ key }) => String(key)).find((key) => keys?.find(key) === undefined)
    if (unknown === undefined) return
    const { path } = this
    const says = `Rows of ${path} are signed with key ${unknown}, which is not known where they are moved to`
    const todo =
      'give every key they were written with, GYRE_KEY=OLD||NEW, a line of a file `key` as key:LINE. Or move without GYRE_KEY, and put a copy of the file into the data folder of every process'
    throw new GyreError('key-missing', `${says}: ${todo}.`, { path, key: unknown })
  }
}

/** The first rows, until their texts and bytes have that length; at least one. */
function upTo(most: number, rows: Iterable<SourceRow>): readonly SourceRow[] {
  const part: SourceRow[] = []
  let length = 0
  for (const row of rows) {
    part.push(row)
    for (const value of Object.values(row)) length += lengthOf(value)
    if (length >= most) break
  }
  return part
}

function lengthOf(value: SourceValue): number {
  return value === null || typeof value === 'number' ? 8 : value.length
}
