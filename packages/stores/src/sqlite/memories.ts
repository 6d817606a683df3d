/** What sessions learned, in SQLite. */
import type { StatementSync } from 'node:sqlite'
import type { MemoryFilter, MemoryRecord, MemoryStore } from '@gyre/core'
import type { Scored } from '../ranking.ts'
import { memoryColumns, memoryRecord, type StoredMemory } from '../stored-memory.ts'
import { bytesOf } from '../vector-bytes.ts'
import { atMost, type Connection } from './connection.ts'
import type { GroupCommit } from './group-commit.ts'
import { TextMerge } from './text-merge.ts'
import { bestOf, indexed, matching } from './text-search.ts'
import { inTurns, scanSize, VectorScan } from './vector-scan.ts'

type ScoredMemory = MemoryRecord & { readonly score: number }

const passing = `
  owner = :owner AND (:kind IS NULL OR kind = :kind) AND (expires_at IS NULL OR expires_at > :now)`

const newestFirst = 'ORDER BY at DESC, id DESC LIMIT :limit'

export class SqliteMemories implements MemoryStore {
  readonly #commits: GroupCommit
  readonly #merge: TextMerge
  readonly #known: StatementSync
  readonly #insert: StatementSync
  readonly #words: StatementSync
  readonly #get: StatementSync
  readonly #list: StatementSync
  readonly #beginning: StatementSync
  readonly #withoutVector: StatementSync
  readonly #edit: StatementSync
  readonly #reword: StatementSync
  readonly #removals: readonly StatementSync[]
  readonly #expiries: readonly StatementSync[]
  readonly #byVector: StatementSync
  readonly #byText: StatementSync

  constructor(connection: Connection, commits: GroupCommit) {
    this.#commits = commits
    this.#merge = new TextMerge(connection, commits, 'memory_text')
    this.#known = connection.prepare(`
      SELECT ${memoryColumns} FROM memory WHERE id = ?1
      UNION ALL SELECT ${memoryColumns} FROM memory WHERE owner = ?2 AND key = ?3 AND session IS ?4
      LIMIT 1`)
    this.#insert = connection.prepare(`
      INSERT INTO memory (${memoryColumns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
    this.#words = connection.prepare('INSERT INTO memory_text (rowid, words) VALUES (?, ?)')
    this.#get = connection.prepare(`SELECT ${memoryColumns} FROM memory WHERE id = ?`)
    this.#list = connection.prepare(`SELECT ${memoryColumns} FROM memory WHERE ${passing} ${newestFirst}`)
    this.#beginning = connection.prepare(`
      SELECT ${memoryColumns} FROM memory WHERE substr(id, 1, length(:start)) = :start AND ${passing} ${newestFirst}`)
    this.#withoutVector = connection.prepare(`
      SELECT id FROM memory WHERE (embedder IS NOT :embedder OR vector IS NULL) AND ${passing} ${newestFirst}`)
    this.#edit = connection.prepare(`
      UPDATE memory SET text = ?, embedder = ?, vector = ?, expires_at = ? WHERE id = ? RETURNING mid`)
    this.#reword = connection.prepare('UPDATE memory_text SET words = ? WHERE rowid = ?')
    const removals = (which: string) =>
      [
        `DELETE FROM memory_text WHERE rowid IN (SELECT mid FROM memory WHERE ${which})`,
        `DELETE FROM memory WHERE ${which}`,
      ].map((sql) => connection.prepare(sql))
    this.#removals = removals('id IN (SELECT value FROM json_each(?))')
    this.#expiries = removals('expires_at <= ?')
    this.#byVector = connection.prepare(`
      SELECT mid AS place, id, vector FROM memory
      WHERE mid > :after AND embedder = :embedder AND vector IS NOT NULL AND ${passing}
      ORDER BY mid LIMIT ${scanSize}`)
    this.#byText = connection.prepare(`
      SELECT id, memory_text.rank AS rank
      FROM memory_text CROSS JOIN memory ON mid = memory_text.rowid AND ${passing}
      WHERE memory_text MATCH :words ORDER BY memory_text.rank`)
  }

  put(memory: MemoryRecord): Promise<MemoryRecord> {
    const { id, owner, session, key, kind, at, expiresAt, embedder } = memory
    const vector = memory.vector && bytesOf(memory.vector)
    const texts = [JSON.stringify(memory.data), encoded(memory.text)]
    const words = indexed(memory.text)
    return this.#write(2, () => {
      const known = this.#known.get(id, owner, key, session)
      if (known) return shown(known)
      const row = [id, owner, session, key, kind, at, expiresAt, embedder, ...texts, vector]
      this.#words.run(this.#insert.run(...row).lastInsertRowid, words)
      return shown(this.#get.get(id) ?? {})
    })
  }

  get(id: string): Promise<MemoryRecord | undefined> {
    return this.#commits.read(() => this.#one(id))
  }

  list(filter: MemoryFilter): Promise<readonly MemoryRecord[]> {
    return this.#commits.read(() => this.#list.all(listed(filter)).map(shown))
  }

  beginningWith(start: string, filter: MemoryFilter): Promise<readonly MemoryRecord[]> {
    return this.#commits.read(() => this.#beginning.all({ ...listed(filter), start }).map(shown))
  }

  withoutVector(embedder: string, filter: MemoryFilter): Promise<readonly string[]> {
    return this.#commits.read(() =>
      this.#withoutVector.all({ ...listed(filter), embedder }).map(({ id }) => id as string),
    )
  }

  async edit(id: string, change: Pick<MemoryRecord, 'text' | 'embedder' | 'vector' | 'expiresAt'>): Promise<boolean> {
    const row = [encoded(change.text), change.embedder, change.vector && bytesOf(change.vector), change.expiresAt]
    const words = indexed(change.text)
    const isThere = await this.#write(2, () => {
      const mid = this.#edit.get(...row, id)?.['mid']
      if (mid === undefined) return false
      this.#reword.run(words, mid)
      return true
    })
    if (isThere) await this.#merge.run()
    return isThere
  }

  async remove(ids: readonly string[]): Promise<void> {
    const named = JSON.stringify(ids)
    await this.#write(2 * ids.length, () => {
      for (const removal of this.#removals) removal.run(named)
    })
    await this.#merge.run()
  }

  async removeExpired(now: number): Promise<number> {
    const count = await this.#write(Number.POSITIVE_INFINITY, () => {
      const [, removed] = this.#expiries.map((removal) => removal.run(now).changes)
      return Number(removed)
    })
    if (count > 0) await this.#merge.run()
    return count
  }

  async rankByVector(embedder: string, vector: Float32Array, filter: MemoryFilter): Promise<readonly ScoredMemory[]> {
    const asked = { ...conditions(filter), embedder }
    const page = (after: number) => this.#byVector.iterate({ ...asked, after })
    const found = await inTurns(new VectorScan(vector.slice(), { limit: filter.limit, page }), this.#commits)
    return this.#commits.read(() => this.#scored(found))
  }

  rankByText(query: string, filter: MemoryFilter): Promise<readonly ScoredMemory[]> {
    const words = matching(query)
    return this.#commits.read(() => {
      if (words === undefined) return []
      return this.#scored(bestOf(this.#byText.iterate({ ...conditions(filter), words }), filter.limit))
    })
  }

  /** One that went while others were compared is left out. */
  #scored(found: readonly Scored[]): readonly ScoredMemory[] {
    return found.flatMap(({ id, score }) => {
      const memory = this.#one(id)
      return memory ? [{ ...memory, score }] : []
    })
  }

  #one(id: string): MemoryRecord | undefined {
    const row = this.#get.get(id)
    return row && shown(row)
  }

  #write<T>(rows: number, apply: () => T): Promise<T> {
    return this.#commits.write({ rows, isSingle: false, apply })
  }
}

/** As JSON: half of a surrogate pair would not survive as UTF-8. */
function encoded(text: string): string {
  return JSON.stringify(text)
}

function conditions({ owner, kind, now }: MemoryFilter) {
  return { owner, kind: kind ?? null, now }
}

function listed(filter: MemoryFilter) {
  return { ...conditions(filter), limit: atMost(filter.limit) }
}

function shown(found: Record<string, unknown>): MemoryRecord {
  return memoryRecord(found as unknown as StoredMemory)
}
