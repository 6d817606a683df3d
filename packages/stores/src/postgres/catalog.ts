/** Versioned documents in PostgreSQL. Whoever changes those of a name does so alone: version numbers and what was expected hold. */
import type { Catalog, CatalogEntry, Json, NewCatalogEntry } from '@gyre/core'
import { refuseUnexpected, versionUnknown } from '../refusals.ts'
import { Batches } from './batches.ts'
import type { Database, Statements } from './database.ts'
import { escaped, unescaped } from './escaped-text.ts'
import { lockFor } from './transaction-lock.ts'

type Row = Omit<CatalogEntry, 'body' | 'current'> & { readonly body: string; readonly current: number }
type Name = Pick<CatalogEntry, 'owner' | 'kind' | 'name'>

const columns = 'owner, kind, name, version, body, at, current'
const named = 'owner = $1 AND kind = $2 AND name = $3'
/** What is left of a removed document: its last number, so that versions of the next one are not taken for its own. */
const buried = -1
const isThere = `current > ${buried}`

const insert = `
  INSERT INTO catalog (${columns})
  SELECT $1, $2, $3, coalesce(max(version), 0) + 1, $4, $5, 1 FROM catalog WHERE ${named}
  RETURNING ${columns}`
const retire = `UPDATE catalog SET current = 0 WHERE ${named} AND current = 1`
const promote = `UPDATE catalog SET current = 1 WHERE ${named} AND version = $4`
const one = `SELECT ${columns} FROM catalog WHERE ${named} AND version = $4 AND ${isThere}`
const current = `SELECT ${columns} FROM catalog WHERE ${named} AND current = 1`
const lists = `
  SELECT ${columns} FROM catalog
  WHERE (owner, kind) IN (SELECT * FROM unnest($1::text[], $2::text[])) AND current = 1 ORDER BY name`
const currents = `
  SELECT ${columns} FROM catalog
  WHERE (owner, kind, name) IN (SELECT * FROM unnest($1::text[], $2::text[], $3::text[])) AND current = 1`
const versions = `SELECT ${columns} FROM catalog WHERE ${named} AND ${isThere} ORDER BY version DESC`
const removeOlder = `
  DELETE FROM catalog WHERE ${named} AND version < (SELECT max(version) FROM catalog WHERE ${named})`
const bury = `UPDATE catalog SET current = ${buried}, body = 'null' WHERE ${named}`

type Shelf = Omit<Name, 'name'>

export class PostgresCatalog implements Catalog {
  readonly #database: Database
  /** Each session that begins reads the same few lists and documents: in a crowd they are read once for all. */
  readonly #lists: Batches<Shelf, readonly Row[]>
  readonly #currents: Batches<Name, Row | undefined>

  constructor(database: Database) {
    this.#database = database
    this.#lists = new Batches({ ask: (shelves) => this.#readLists(shelves) })
    this.#currents = new Batches({ ask: (names) => this.#readCurrents(names) })
  }

  save(entry: NewCatalogEntry): Promise<CatalogEntry> {
    const body = JSON.stringify(entry.body)
    return this.#alone(entry, async (rows, name) => {
      const [before] = await rows<Row>(current, name)
      refuseUnexpected(entry, before?.version)
      await rows(retire, name)
      const [saved] = await rows<Row>(insert, [...name, body, entry.at])
      return shown(saved as Row)
    })
  }

  async get(owner: string, kind: string, name: string, version?: number): Promise<CatalogEntry | undefined> {
    const asked = { owner: escaped(owner), kind: escaped(kind), name: escaped(name) }
    if (version === undefined) {
      const found = await this.#currents.ask(asked)
      return found && shown(found)
    }
    const [row] = await this.#database.rows<Row>(one, [...Object.values(asked), version])
    return row && shown(row)
  }

  async list(owner: string, kind: string): Promise<readonly CatalogEntry[]> {
    return (await this.#lists.ask({ owner: escaped(owner), kind: escaped(kind) })).map(shown)
  }

  async #readLists(shelves: readonly Shelf[]): Promise<readonly (readonly Row[])[]> {
    const keyOf = ({ owner, kind }: Shelf) => JSON.stringify([owner, kind])
    const asked = [...new Map(shelves.map((shelf) => [keyOf(shelf), shelf])).values()]
    const columnsAsked = [asked.map(({ owner }) => owner), asked.map(({ kind }) => kind)]
    const found = Map.groupBy(await this.#database.rows<Row>(lists, columnsAsked), keyOf)
    return shelves.map((shelf) => found.get(keyOf(shelf)) ?? [])
  }

  async #readCurrents(names: readonly Name[]): Promise<readonly (Row | undefined)[]> {
    const keyOf = ({ owner, kind, name }: Name) => JSON.stringify([owner, kind, name])
    const asked = [...new Map(names.map((name) => [keyOf(name), name])).values()]
    const columnsAsked = (['owner', 'kind', 'name'] as const).map((column) => asked.map((name) => name[column]))
    const rows = await this.#database.rows<Row>(currents, columnsAsked)
    const found = new Map(rows.map((row) => [keyOf(row), row]))
    return names.map((name) => found.get(keyOf(name)))
  }

  async versions(owner: string, kind: string, name: string): Promise<readonly CatalogEntry[]> {
    return (await this.#database.rows<Row>(versions, nameOf({ owner, kind, name }))).map(shown)
  }

  async promote(entry: Name & Pick<CatalogEntry, 'version'>): Promise<void> {
    await this.#alone(entry, async (rows, name) => {
      const [found] = await rows<Row>(one, [...name, entry.version])
      if (found === undefined) throw versionUnknown(entry)
      await rows(retire, name)
      await rows(promote, [...name, entry.version])
    })
  }

  async remove(owner: string, kind: string, name: string): Promise<void> {
    await this.#alone({ owner, kind, name }, async (rows, asked) => {
      await rows(removeOlder, asked)
      await rows(bury, asked)
    })
  }

  #alone<T>(entry: Name, work: (rows: Statements['rows'], name: readonly string[]) => Promise<T>): Promise<T> {
    const name = nameOf(entry)
    return this.#database.transaction(async (statements) => {
      await lockFor(this.#database, statements, ['catalog', ...name])
      return work(statements.rows, name)
    })
  }
}

function nameOf({ owner, kind, name }: Name): readonly string[] {
  return [escaped(owner), escaped(kind), escaped(name)]
}

function shown({ owner, kind, name, body, current, ...rest }: Row): CatalogEntry {
  const names = { owner: unescaped(owner), kind: unescaped(kind), name: unescaped(name) }
  return { ...names, ...rest, body: JSON.parse(body) as Json, current: current === 1 }
}
