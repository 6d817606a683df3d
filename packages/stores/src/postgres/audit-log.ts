/** The log of administrative actions in PostgreSQL: one chain, whichever process adds to it. */
import {
  type AuditEntry,
  type AuditFilter,
  type AuditKey,
  type AuditLog,
  auditLogStart,
  type ChainHead,
  type NewAuditEntry,
  sealEntry,
} from '@gyre/core'
import { type AuditRow, askedConditions, auditColumns, auditConditions, auditEntry } from '../audit-entry.ts'
import { atMost } from './at-most.ts'
import { Batches } from './batches.ts'
import type { Database, Statements } from './database.ts'
import { escaped, unescaped } from './escaped-text.ts'
import { lockFor } from './transaction-lock.ts'

const head = 'SELECT seq, chain FROM audit_log ORDER BY seq DESC LIMIT 1'
const insert = `
  INSERT INTO audit_log (${auditColumns})
  SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
    $8::text[], $9::text[])`

/** A time that was reckoned out may have a fraction. */
const conditions = { ...auditConditions, since: 'at >= ?::float8', until: 'at < ?::float8' } as const

export class PostgresAuditLog implements AuditLog {
  readonly #database: Database
  readonly #key: AuditKey
  readonly #batches = new Batches<NewAuditEntry, AuditEntry>({ ask: (entries) => this.#add(entries) })

  constructor(database: Database, key: AuditKey) {
    this.#database = database
    this.#key = key
  }

  async append(entry: NewAuditEntry): Promise<AuditEntry> {
    return this.#batches.ask(structuredClone(entry))
  }

  async list(filter: AuditFilter): Promise<readonly AuditEntry[]> {
    const asked = askedConditions(filter, conditions)
    const where = ['true', ...asked.map(({ condition }, at) => condition.replace('?', `$$${at + 2}`))].join(' AND ')
    const order = filter.newestFirst ? 'DESC' : 'ASC'
    const text = `SELECT ${auditColumns} FROM audit_log WHERE ${where} ORDER BY seq ${order} LIMIT $1::bigint`
    const rows = await this.#database.rows<AuditRow>(text, [
      atMost(filter.limit),
      ...asked.map(({ value }) => (typeof value === 'string' ? escaped(value) : value)),
    ])
    return rows.map(shown)
  }

  /** The head is read under a lock, and moved by whoever holds it: no two processes give out the same number. */
  async #add(entries: readonly NewAuditEntry[]): Promise<readonly AuditEntry[]> {
    let sealed: readonly AuditEntry[] = []
    const add = async (statements: Statements): Promise<readonly AuditEntry[]> => {
      await lockFor(this.#database, statements, ['audit_log'])
      // A try before this one may have been committed though its answer was lost: its links are its own.
      if (await isThere(statements, sealed.at(-1))) return sealed
      const [last] = await statements.rows<ChainHead>(head)
      sealed = this.#seal(entries, last ?? auditLogStart)
      await statements.rows(insert, stored(sealed))
      return sealed
    }
    return this.#database.transaction(add, { mayRepeat: true })
  }

  #seal(entries: readonly NewAuditEntry[], start: ChainHead): readonly AuditEntry[] {
    let last = start
    return entries.map((entry) => {
      const sealed = sealEntry(entry, last, this.#key)
      last = sealed
      return sealed
    })
  }
}

async function isThere({ rows }: Statements, entry: AuditEntry | undefined): Promise<boolean> {
  if (entry === undefined) return false
  const found = await rows('SELECT 1 FROM audit_log WHERE seq = $1 AND chain = $2', [entry.seq, entry.chain])
  return found.length > 0
}

/** A list for each column. */
function stored(entries: readonly AuditEntry[]): readonly unknown[] {
  return [
    entries.map(({ seq }) => seq),
    entries.map(({ at }) => at),
    entries.map(({ owner }) => escaped(owner)),
    entries.map(({ actor }) => escaped(actor)),
    entries.map(({ action }) => escaped(action)),
    entries.map(({ target }) => escaped(target)),
    entries.map(({ data }) => JSON.stringify(data)),
    entries.map(({ chain }) => chain),
    entries.map(({ key }) => key),
  ]
}

function shown(row: AuditRow): AuditEntry {
  const { owner, actor, action, target } = row
  const texts = {
    owner: unescaped(owner),
    actor: unescaped(actor),
    action: unescaped(action),
    target: unescaped(target),
  }
  return auditEntry({ ...row, ...texts })
}
