/** The log of administrative actions in SQLite. */
import type { SQLInputValue, StatementSync } from 'node:sqlite'
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
import { atMost, type Connection } from './connection.ts'
import type { GroupCommit } from './group-commit.ts'

export class SqliteAuditLog implements AuditLog {
  readonly #connection: Connection
  readonly #commits: GroupCommit
  readonly #key: AuditKey
  readonly #head: StatementSync
  readonly #insert: StatementSync

  constructor(connection: Connection, commits: GroupCommit, key: AuditKey) {
    this.#connection = connection
    this.#commits = commits
    this.#key = key
    this.#head = connection.prepare('SELECT seq, chain FROM audit_log ORDER BY seq DESC LIMIT 1')
    this.#insert = connection.prepare(`INSERT INTO audit_log (${auditColumns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`)
  }

  /** The head is read in the transaction that moves it: no two processes give out the same number. */
  async append(entry: NewAuditEntry): Promise<AuditEntry> {
    const given = structuredClone(entry)
    return this.#commits.write({ rows: 1, isSingle: false, apply: () => this.#add(given) })
  }

  list(filter: AuditFilter): Promise<readonly AuditEntry[]> {
    const asked = askedConditions(filter, auditConditions)
    const where = ['true', ...asked.map(({ condition }) => condition)].join(' AND ')
    const order = filter.newestFirst ? 'DESC' : 'ASC'
    return this.#commits.read(() =>
      this.#connection
        .prepare(`SELECT ${auditColumns} FROM audit_log WHERE ${where} ORDER BY seq ${order} LIMIT ?`)
        .all(...asked.map(({ value }): SQLInputValue => value), atMost(filter.limit))
        .map((row) => auditEntry(row as AuditRow)),
    )
  }

  #add(entry: NewAuditEntry): AuditEntry {
    const head = this.#head.get() as ChainHead | undefined
    const sealed = sealEntry(entry, head ?? auditLogStart, this.#key)
    const { seq, at, owner, actor, action, target, data, chain, key } = sealed
    this.#insert.run(seq, at, owner, actor, action, target, JSON.stringify(data), chain, key)
    return sealed
  }
}
