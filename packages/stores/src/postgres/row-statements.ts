/**
 * The statements that write sealed rows: those of many sessions in one, and what belongs to them with them.
 *
 * Each begins with a table `target (n, sid, owner)`: the sessions that may be written, by their places in the batch.
 * What is not in it is not written. The parts after it take the rows from arrays, one for each column.
 */
import type { SealedRow } from '@gyre/core'
import { storableOrNull } from './storable-text.ts'

/** Rows of one session. */
export type Written = { readonly rows: readonly SealedRow[] }

/** About as many rows as a statement writes at most; so many characters weigh as much as a row. */
export const rowsAtMost = 500
const charactersOfARow = 8192

/** As how many rows they count. */
export function weightOf(rows: readonly SealedRow[]): number {
  let characters = 0
  for (const { row, payloads } of rows) {
    characters += (row.request?.length ?? 0) + (row.result?.length ?? 0) + (row.data?.length ?? 0)
    for (const { text } of payloads) characters += text.length
  }
  return Math.max(rows.length, 1) + Math.floor(characters / charactersOfARow)
}

/** The values of a statement, by the numbers they go by in its text. */
export class Values {
  readonly list: unknown[] = []

  add(value: unknown): string {
    return `$${this.list.push(value)}`
  }

  /** `unnest(…)` of these columns. */
  table(columns: readonly (readonly [type: string, values: readonly unknown[]])[]): string {
    return `unnest(${columns.map(([type, values]) => `${this.add(values)}::${type}[]`).join(', ')})`
  }
}

export function hasPayloads(all: readonly Written[]): boolean {
  return all.some(({ rows }) => rows.some(({ payloads }) => payloads.length > 0))
}

/** The parts of a statement that write the rows of all sessions in `target`, and their payloads. */
export function rowParts(values: Values, all: readonly Written[]): readonly string[] {
  const parts = all.some(({ rows }) => rows.length > 0) ? [journalPart(values, all)] : []
  return hasPayloads(all) ? [...parts, ...payloadParts(values, all)] : parts
}

function journalPart(values: Values, all: readonly Written[]): string {
  const rows = all.flatMap((each) => each.rows.map(({ row }) => row))
  const table = values.table([
    ['bigint', all.flatMap((each, at) => each.rows.map(() => at + 1))],
    ['bigint', rows.map(({ seq }) => seq)],
    ['bigint', rows.map(({ at }) => at)],
    ['text', rows.map(({ type }) => type)],
    ['text', rows.map(({ path }) => storableOrNull(path))],
    ['text', rows.map(({ kind }) => storableOrNull(kind))],
    ['text', rows.map(({ request }) => request)],
    ['text', rows.map(({ result }) => result)],
    ['text', rows.map(({ data }) => data)],
    ['text', rows.map(({ chain }) => chain)],
    ['text', rows.map(({ key }) => key)],
  ])
  return `
    written AS (
      INSERT INTO journal (sid, owner, seq, at, type, path, kind, request, result, data, chain, key)
      SELECT t.sid, t.owner, r.seq, r.at, r.type, r.path, r.kind, r.request, r.result, r.data, r.chain, r.key
      FROM ${table} r (n, seq, at, type, path, kind, request, result, data, chain, key) JOIN target t ON t.n = r.n
    )`
}

/**
 * A payload goes over once, however many sessions use it. They are inserted in the order of their addresses: two
 * statements that insert the same ones then never wait for each other in a circle.
 */
function payloadParts(values: Values, all: readonly Written[]): readonly string[] {
  const texts = new Map<string, string>()
  const uses = all.map(({ rows }) => {
    const used = new Set<string>()
    for (const { payloads } of rows) {
      for (const { address, text } of payloads) {
        texts.set(address, text)
        used.add(address)
      }
    }
    return [...used]
  })
  const used = values.table([
    ['bigint', uses.flatMap((addresses, at) => addresses.map(() => at + 1))],
    ['text', uses.flat()],
  ])
  const kept = values.table([
    ['text', [...texts.keys()]],
    ['text', [...texts.values()]],
  ])
  return [
    `use AS (SELECT t.sid, t.owner, u.address FROM ${used} u (n, address) JOIN target t ON t.n = u.n)`,
    `kept AS (
      INSERT INTO payload (address, owner, text)
      SELECT p.address, u.owner, p.text
      FROM (SELECT DISTINCT address, owner FROM use) u JOIN ${kept} p (address, text) ON p.address = u.address
      ORDER BY p.address, u.owner
      ON CONFLICT (address, owner) DO NOTHING
    )`,
    `used AS (
      INSERT INTO payload_use (sid, address, owner) SELECT sid, address, owner FROM use
      ON CONFLICT (sid, address) DO NOTHING
    )`,
  ]
}

/** What names the lock between those who begin to use payloads and those who remove what nobody uses. */
export const payloadLock = ['payloads'] as const

/**
 * A condition that is true, once nobody removes payloads. Whoever begins to use a payload holds the lock together with
 * others like it; a removal holds it alone before it looks. So a payload that is found here is not one that a removal
 * found unused before, and deletes after.
 */
export function noRemovalMeanwhile(values: Values, schema: string): string {
  const lock = values.add(JSON.stringify([schema, ...payloadLock]))
  return `(SELECT pg_advisory_xact_lock_shared(hashtextextended(${lock}, 0)) IS NOT NULL)`
}
