/** Versioned documents in SQLite. */
import type { StatementSync } from 'node:sqlite'
import type { Catalog, CatalogEntry, Json, NewCatalogEntry } from '@gyre/core'
import { refuseUnexpected, versionUnknown } from '../refusals.ts'
import type { Connection } from './connection.ts'
import type { GroupCommit } from './group-commit.ts'

type Row = Omit<CatalogEntry, 'body' | 'current'> & { readonly body: string; readonly current: number }

const columns = 'owner, kind, name, version, body, at, current FROM catalog'
const named = 'owner = ? AND kind = ? AND name = ?'
/** What is left of a removed document: its last number, so that versions of the next one are not taken for its own. */
const buried = -1
const isThere = `current > ${buried}`

export class SqliteCatalog implements Catalog {
  readonly #commits: GroupCommit
  readonly #insert: StatementSync
  readonly #retire: StatementSync
  readonly #promote: StatementSync
  readonly #one: StatementSync
  readonly #current: StatementSync
  readonly #list: StatementSync
  readonly #versions: StatementSync
  readonly #remove: StatementSync
  readonly #bury: StatementSync

  constructor(connection: Connection, commits: GroupCommit) {
    this.#commits = commits
    this.#insert = connection.prepare(`
      INSERT INTO catalog (owner, kind, name, version, body, at, current)
      SELECT ?1, ?2, ?3, coalesce(max(version), 0) + 1, ?4, ?5, 1 FROM catalog
      WHERE owner = ?1 AND kind = ?2 AND name = ?3
      RETURNING owner, kind, name, version, body, at, current`)
    this.#retire = connection.prepare(`UPDATE catalog SET current = 0 WHERE ${named} AND current = 1`)
    this.#promote = connection.prepare(`UPDATE catalog SET current = 1 WHERE ${named} AND version = ?`)
    this.#one = connection.prepare(`SELECT ${columns} WHERE ${named} AND version = ? AND ${isThere}`)
    this.#current = connection.prepare(`SELECT ${columns} WHERE ${named} AND current = 1`)
    this.#list = connection.prepare(`SELECT ${columns} WHERE owner = ? AND kind = ? AND current = 1 ORDER BY name`)
    this.#versions = connection.prepare(`SELECT ${columns} WHERE ${named} AND ${isThere} ORDER BY version DESC`)
    this.#remove = connection.prepare(`
      DELETE FROM catalog WHERE owner = ?1 AND kind = ?2 AND name = ?3
      AND version < (SELECT max(version) FROM catalog WHERE owner = ?1 AND kind = ?2 AND name = ?3)`)
    this.#bury = connection.prepare(`UPDATE catalog SET current = ${buried}, body = 'null' WHERE ${named}`)
  }

  save(entry: NewCatalogEntry): Promise<CatalogEntry> {
    const { owner, kind, name, body, at } = entry
    const text = JSON.stringify(body)
    return this.#write(() => {
      refuseUnexpected(entry, this.#current.get(owner, kind, name)?.['version'] as number | undefined)
      this.#retire.run(owner, kind, name)
      return shown(this.#insert.get(owner, kind, name, text, at) ?? {})
    })
  }

  get(owner: string, kind: string, name: string, version?: number): Promise<CatalogEntry | undefined> {
    return this.#commits.read(() => {
      const row =
        version === undefined ? this.#current.get(owner, kind, name) : this.#one.get(owner, kind, name, version)
      return row && shown(row)
    })
  }

  list(owner: string, kind: string): Promise<readonly CatalogEntry[]> {
    return this.#commits.read(() => this.#list.all(owner, kind).map(shown))
  }

  versions(owner: string, kind: string, name: string): Promise<readonly CatalogEntry[]> {
    return this.#commits.read(() => this.#versions.all(owner, kind, name).map(shown))
  }

  promote(entry: Pick<CatalogEntry, 'owner' | 'kind' | 'name' | 'version'>): Promise<void> {
    const { owner, kind, name, version } = entry
    return this.#write(() => {
      if (this.#one.get(owner, kind, name, version) === undefined) throw versionUnknown(entry)
      this.#retire.run(owner, kind, name)
      this.#promote.run(owner, kind, name, version)
    })
  }

  remove(owner: string, kind: string, name: string): Promise<void> {
    return this.#write(() => {
      this.#remove.run(owner, kind, name)
      this.#bury.run(owner, kind, name)
    })
  }

  #write<T>(apply: () => T): Promise<T> {
    return this.#commits.write({ rows: 1, isSingle: false, apply })
  }
}

function shown(found: Record<string, unknown>): CatalogEntry {
  const { body, current, ...rest } = found as unknown as Row
  return { ...rest, body: JSON.parse(body) as Json, current: current === 1 }
}
