/**
 * Moves a store from a SQLite file to PostgreSQL.
 *
 * It is one transaction of PostgreSQL, which ends with a look at whether all is there: a move that is interrupted, by
 * whatever, leaves the target as empty as it was, and can be begun again. Whoever has the target open waits meanwhile.
 * The file is only read, and nobody else can write it until the move is over.
 */
import { randomUUID } from 'node:crypto'
import type { GyreError } from '@gyre/core'
import { Database, type Statements } from '../postgres/database.ts'
import { type KeyOptions, noteKey, sharedKeys } from '../postgres/keys.ts'
import { migrate } from '../postgres/migrations.ts'
import type { PostgresStoreOptions } from '../postgres/store.ts'
import { checkField, path as pathRule, schemaName, url as urlRule } from '../store-options.ts'
import { documents, hanging, moveDocument, moveEdges, moveReaders, moveVectors } from './knowledge.ts'
import { memories, moveMemoryWords } from './memories.ts'
import { type MoveSource, whileLocked } from './source.ts'
import { type MovedTable, movedTables, type SourceRow } from './tables.ts'
import { goOnNumbering, insertRows, takeEmpty } from './target.ts'
import { checkCounts, checkHeads } from './verification.ts'

/** The SQLite file, the database, and what need not come along. */
export type MoveOptions = {
  /** The path of the SQLite file. */
  readonly from: string
  /** What the PostgreSQL store will be opened with. Keys that are given must be all that the file was written with. */
  readonly to: Pick<PostgresStoreOptions, 'key' | 'keyFolder' | 'schema'> & { readonly url: string }
  /**
   * What keys of the key-value table begin with that stand for nothing but time saved. Such rows do not make a target one
   * that is in use, and go when it is filled.
   */
  readonly forgettable?: readonly string[]
  /** Called after each part. What it throws ends the move. */
  readonly onProgress?: (progress: MoveProgress) => void
}

/** How many rows of a table have been moved. */
export type MoveProgress = {
  readonly table: string
  /** Rows that were moved, of how many. */
  readonly moved: number
  readonly of: number
}

/** How many rows of each table there are now. */
export type MoveCounts = Readonly<Record<string, number>>

const patienceMs = 30_000
/** Rows of very large tables are counted. */
const answerMs = 600_000

/** Fails when somebody runs sessions of the file, when the target is not empty, or when a key is missing there. */
export async function moveToPostgres(options: MoveOptions): Promise<MoveCounts> {
  const { from, to, forgettable = [], onProgress = () => {} } = options
  const { url, schema = 'gyre' } = to
  checkField('from', from, pathRule)
  checkField('url', url, urlRule)
  checkField('schema', schema, schemaName)
  return whileLocked(from, async (source) => {
    source.refuseLive(Date.now())
    source.refuseUnknownKeys(sharedKeys(to))
    const database = new Database({ url, schema, connections: 1, patienceMs, answerMs })
    try {
      await migrate(database)
      return await new Move({ source, database, keys: to, forgettable, onProgress }).run()
    } finally {
      await database.close()
    }
  })
}

type Parts = {
  readonly source: MoveSource
  readonly database: Database
  readonly keys: KeyOptions
  readonly forgettable: readonly string[]
  readonly onProgress: (progress: MoveProgress) => void
}

type Step = { readonly table: string; readonly from: string; readonly place: readonly string[] }

class Move {
  readonly #parts: Parts
  /** Tells this move, whose commit may have been done though the answer was lost, from any other. */
  readonly #id = randomUUID()
  readonly #counts = new Map<string, number>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async run(): Promise<MoveCounts> {
    try {
      await this.#parts.database.transaction((statements) => this.#moveAll(statements))
    } catch (error) {
      if ((error as GyreError).code !== 'store-unreachable' || !(await this.#isDone())) throw error
    }
    return Object.fromEntries(this.#counts)
  }

  /** Waits for its transaction, which may be ending still, and looks for what that left. */
  #isDone(): Promise<boolean> {
    return this.#parts.database.transaction(async ({ rows }) => {
      await rows('LOCK TABLE session IN ROW EXCLUSIVE MODE')
      const found = await rows(`SELECT 1 FROM meta WHERE name = 'moved' AND value = $1`, [this.#id])
      return found.length > 0
    })
  }

  async #moveAll(statements: Statements): Promise<void> {
    const { source, database, keys, forgettable } = this.#parts
    this.#counts.clear()
    await takeEmpty(database, statements, forgettable)
    await noteKey(database, statements, keys)
    for (const table of movedTables) await this.#moveTable(statements, table)
    await this.#moveKnowledge(statements)
    await this.#moveTable(statements, memories, (part) => moveMemoryWords(statements, part))
    await checkCounts(statements, this.#counts)
    await checkHeads(statements, source)
    const note = `INSERT INTO meta VALUES ('moved', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value`
    await statements.rows(note, [this.#id])
  }

  async #moveTable(
    statements: Statements,
    table: MovedTable,
    then: (part: readonly SourceRow[]) => Promise<void> = async () => {},
  ): Promise<void> {
    await this.#inParts({ ...table, table: table.name }, async (part) => {
      await insertRows(statements, table, part)
      await then(part)
    })
    await goOnNumbering(statements, table, this.#parts.source)
  }

  async #moveKnowledge(statements: Statements): Promise<void> {
    const { source } = this.#parts
    let chunks = 0
    await this.#inParts({ table: 'document', from: documents, place: ['did'] }, async (part) => {
      for (const row of part) chunks += await moveDocument(statements, source, row)
    })
    this.#counts.set('chunk', chunks)
    for (const part of source.parts(hanging.reader, ['cid'])) await moveReaders(statements, part)
    const vectors = { table: 'chunk_vector', from: hanging.vector, place: ['place'] }
    await this.#inParts(vectors, (part) => moveVectors(statements, part))
    const edges = { table: 'edge', from: hanging.edge, place: ['place'] }
    await this.#inParts(edges, (part) => moveEdges(statements, part))
  }

  async #inParts({ table, from, place }: Step, move: (part: readonly SourceRow[]) => Promise<void>): Promise<void> {
    const { source, onProgress } = this.#parts
    const of = source.count(from)
    let moved = 0
    for (const part of source.parts(from, place)) {
      await move(part)
      moved += part.length
      onProgress({ table, moved, of })
    }
    this.#counts.set(table, of)
  }
}
