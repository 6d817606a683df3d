/** Tables that are the same in both databases, but for how a value is written. */
import { escaped } from '../postgres/escaped-text.ts'
import { storable } from '../postgres/storable-text.ts'

export type SourceValue = string | number | null | Uint8Array
export type SourceRow = Readonly<Record<string, SourceValue>>

export type MovedTable = {
  readonly name: string
  /** What is read, with the columns of `place`. */
  readonly from: string
  /** Numbers that rows are sorted by, and no two share. */
  readonly place: readonly string[]
  /** Columns of the target, each with its type. */
  readonly columns: Readonly<Record<string, 'text' | 'bigint' | 'integer' | 'boolean' | 'double precision' | 'bytea'>>
  /** How columns are written that are not written as they are. */
  readonly write?: Readonly<Record<string, (value: SourceValue) => unknown>>
  /** The column that numbers its rows by itself, from the largest number on. */
  readonly numbers?: string
}

/** Nobody runs a session where it comes to: whoever did is not there. */
const sessions: MovedTable = {
  name: 'session',
  from: `
    SELECT sid, id, owner, iif(state = 'running', 'queued', state) AS state, token, wake_seq, priority, not_before, loop,
      loop_version, title, thread, status, outcome, persona, arm, provider, usage, created_at FROM session`,
  place: ['sid'],
  columns: {
    sid: 'bigint',
    id: 'text',
    owner: 'text',
    state: 'text',
    token: 'bigint',
    wake_seq: 'bigint',
    priority: 'integer',
    not_before: 'bigint',
    loop: 'text',
    loop_version: 'integer',
    title: 'text',
    thread: 'text',
    status: 'text',
    outcome: 'text',
    persona: 'text',
    arm: 'text',
    provider: 'text',
    usage: 'text',
    created_at: 'bigint',
  },
  numbers: 'sid',
}

const journal: MovedTable = {
  name: 'journal',
  from: 'SELECT id, sid, seq, at, owner, type, path, kind, request, result, data, chain, key FROM journal',
  place: ['id'],
  columns: {
    sid: 'bigint',
    seq: 'bigint',
    at: 'bigint',
    owner: 'text',
    type: 'text',
    path: 'text',
    kind: 'text',
    request: 'text',
    result: 'text',
    data: 'text',
    chain: 'text',
    key: 'text',
  },
}

const payloads: MovedTable = {
  name: 'payload',
  from: 'SELECT pid, address, owner, text FROM payload',
  place: ['pid'],
  columns: { address: 'text', owner: 'text', text: 'text' },
}

/** CROSS has SQLite go through the uses in their order. */
const payloadUses: MovedTable = {
  name: 'payload_use',
  from: 'SELECT u.sid AS sid, u.pid AS pid, p.address, u.owner FROM payload_use u CROSS JOIN payload p ON p.pid = u.pid',
  place: ['sid', 'pid'],
  columns: { sid: 'bigint', address: 'text', owner: 'text' },
}

const interventions: MovedTable = {
  name: 'intervention',
  from: `
    SELECT place, id, sid, owner, action, body, sender, at, state, taken, applied_at, why, key FROM intervention`,
  place: ['place'],
  columns: {
    place: 'bigint',
    id: 'text',
    sid: 'bigint',
    owner: 'text',
    action: 'text',
    body: 'text',
    sender: 'text',
    at: 'bigint',
    state: 'text',
    taken: 'boolean',
    applied_at: 'text',
    why: 'text',
    key: 'text',
  },
  write: { taken: (value) => value === 1 },
  numbers: 'place',
}

/** Numbers stand as they are in SQLite, all else as JSON. */
const keyValues: MovedTable = {
  name: 'key_value',
  from: 'SELECT rowid AS place, key, owner, value, expires_at FROM key_value',
  place: ['place'],
  columns: { key: 'text', owner: 'text', value: 'text', expires_at: 'bigint' },
  write: {
    key: escapedText,
    value: (value) => (typeof value === 'number' ? JSON.stringify(value) : value),
    expires_at: (value) => (typeof value === 'number' ? wholeTime(value) : value),
  },
}

const catalog: MovedTable = {
  name: 'catalog',
  from: 'SELECT rowid AS place, owner, kind, name, version, body, at, current FROM catalog',
  place: ['place'],
  columns: {
    owner: 'text',
    kind: 'text',
    name: 'text',
    version: 'integer',
    body: 'text',
    at: 'bigint',
    current: 'integer',
  },
  write: { owner: escapedText, kind: escapedText, name: escapedText },
}

const auditLog: MovedTable = {
  name: 'audit_log',
  from: 'SELECT seq, at, owner, actor, action, target, data, chain, key FROM audit_log',
  place: ['seq'],
  columns: {
    seq: 'bigint',
    at: 'bigint',
    owner: 'text',
    actor: 'text',
    action: 'text',
    target: 'text',
    data: 'text',
    chain: 'text',
    key: 'text',
  },
  write: { owner: escapedText, actor: escapedText, action: escapedText, target: escapedText },
}

export const movedTables: readonly MovedTable[] = [
  sessions,
  journal,
  payloads,
  payloadUses,
  interventions,
  keyValues,
  catalog,
  auditLog,
]

/** A value as the target has it. */
export function written({ write }: MovedTable, column: string, value: SourceValue): unknown {
  const own = write?.[column]
  if (own) return own(value)
  return typeof value === 'string' ? storable(value) : value
}

function escapedText(value: SourceValue): unknown {
  return typeof value === 'string' ? escaped(value) : value
}

/** What never expires by its number has none. */
function wholeTime(value: number): number | null {
  return value === Number.POSITIVE_INFINITY ? null : Math.ceil(value)
}
