/** What sessions learned, in PostgreSQL. */
import type { MemoryFilter, MemoryRecord, MemoryStore } from '@gyre/core'
import { Ranking } from '../../ranking.ts'
import { memoryColumns, memoryRecord, type StoredMemory } from '../../stored-memory.ts'
import { bytesOf } from '../../vector-bytes.ts'
import { atMost } from '../at-most.ts'
import type { Database, Statements } from '../database.ts'
import { storedName } from './stored-name.ts'
import { askedWords, scoreOf, weighedWords } from './text-ranking.ts'
import { scan, type VectorRow } from './vector-scan.ts'
import { type WordCounts, wordCounts } from './word-counts.ts'

type ScoredMemory = MemoryRecord & { readonly score: number }

/** Expired memories of one transaction. */
const removedAtOnce = 1000

// What `conditions` gives are the parameters from $2 to $4.
const passing = `
  m.owner = $2 AND ($3::text IS NULL OR m.kind = $3::text)
  AND (m.expires_at IS NULL OR m.expires_at > $4::double precision)`
const newest = (which: string, what = memoryColumns) => `
  SELECT ${what} FROM memory m WHERE ${which} AND ${passing} ORDER BY at DESC, id DESC LIMIT $5`

const insert = `
  WITH kept AS (
    INSERT INTO memory (${memoryColumns}, words) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
    ON CONFLICT DO NOTHING RETURNING mid, ${memoryColumns}
  ), listed AS (
    INSERT INTO memory_word (mid, word, times)
    SELECT mid, word, times FROM kept, unnest($13::text[], $14::integer[]) AS given (word, times)
  )
  SELECT ${memoryColumns} FROM kept`
const known = `
  (SELECT ${memoryColumns} FROM memory WHERE id = $1)
  UNION ALL (SELECT ${memoryColumns} FROM memory WHERE owner = $2 AND session = $3 AND key = $4)
  UNION ALL (SELECT ${memoryColumns} FROM memory WHERE owner = $2 AND session IS NULL AND $3::text IS NULL AND key = $4)
  LIMIT 1`
const get = `SELECT ${memoryColumns} FROM memory WHERE id = $1`
const list = newest('$1::text IS NULL')
const beginning = newest('starts_with(m.id, $1::text)')
const withoutVector = newest('(m.embedder IS DISTINCT FROM $1::text OR m.vector IS NULL)', 'id')
const edit = `
  UPDATE memory SET text = $2, embedder = $3, vector = $4, expires_at = $5, words = $6 WHERE id = $1 RETURNING mid`
const insertWords = `
  INSERT INTO memory_word (mid, word, times)
  SELECT $1, word, times FROM unnest($2::text[], $3::integer[]) AS given (word, times)`
const removeWords = 'DELETE FROM memory_word WHERE mid = ANY ($1::bigint[])'
const remove = 'DELETE FROM memory WHERE id = ANY ($1::text[]) RETURNING mid'
const removeExpired = `
  DELETE FROM memory WHERE expires_at <= $1::double precision AND mid IN (
    SELECT mid FROM memory WHERE expires_at <= $1::double precision ORDER BY expires_at LIMIT ${removedAtOnce}
  ) RETURNING mid`
const vectorPage = `
  SELECT m.mid AS place, m.id, m.vector FROM memory m
  WHERE m.embedder = $1 AND octet_length(m.vector) = $5 AND m.mid > $6 AND ${passing}
  ORDER BY m.mid LIMIT $7`
const some = `SELECT ${memoryColumns} FROM memory WHERE id = ANY ($1::text[])`
const rankByText = `
  WITH ${weighedWords({
    corpus: `
      SELECT count(*)::double precision AS texts, sum(words)::double precision / nullif(count(*), 0) AS mean
      FROM memory`,
    texts: 'count(*)',
    table: 'memory_word',
  })},
  best AS (
    SELECT m.mid, ${scoreOf({ times: 'w.times', length: 'm.words' })} AS score
    FROM weighed q JOIN memory_word w USING (word) JOIN memory m USING (mid)
    WHERE ${passing} GROUP BY m.mid
    ORDER BY score DESC FETCH FIRST ($5::bigint) ROWS WITH TIES
  )
  SELECT ${memoryColumns}, best.score FROM best JOIN memory USING (mid)`

export class PostgresMemories implements MemoryStore {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  async put(memory: MemoryRecord): Promise<MemoryRecord> {
    const { counts, length } = wordCounts(memory.text)
    const [id, owner, session, key] = [memory.id, memory.owner, memory.session, memory.key].map(stored)
    const { kind, at, expiresAt, embedder, data, text } = memory
    const texts = [JSON.stringify(data), JSON.stringify(text)]
    const vector = memory.vector && Buffer.from(bytesOf(memory.vector))
    const row = [id, owner, session, key, storedName(kind), at, expiresAt, stored(embedder), ...texts, vector, length]
    const parameters = [...row, ...wordColumns(counts)]
    for (;;) {
      const [kept] = await this.#database.rows<StoredMemory>(insert, parameters)
      if (kept) return memoryRecord(kept)
      const [there] = await this.#database.rows<StoredMemory>(known, [id, owner, session, key])
      if (there) return memoryRecord(there)
      // The one that was there went in between.
    }
  }

  async get(id: string): Promise<MemoryRecord | undefined> {
    const [row] = await this.#database.rows<StoredMemory>(get, [storedName(id)])
    return row && memoryRecord(row)
  }

  list(filter: MemoryFilter): Promise<readonly MemoryRecord[]> {
    return this.#newest(list, null, filter)
  }

  beginningWith(start: string, filter: MemoryFilter): Promise<readonly MemoryRecord[]> {
    return this.#newest(beginning, storedName(start), filter)
  }

  async withoutVector(embedder: string, filter: MemoryFilter): Promise<readonly string[]> {
    const parameters = [storedName(embedder), ...conditions(filter), atMost(filter.limit)]
    return (await this.#database.rows<{ id: string }>(withoutVector, parameters)).map(({ id }) => id)
  }

  edit(id: string, change: Pick<MemoryRecord, 'text' | 'embedder' | 'vector' | 'expiresAt'>): Promise<boolean> {
    const { counts, length } = wordCounts(change.text)
    const vector = change.vector && Buffer.from(bytesOf(change.vector))
    const { expiresAt } = change
    const row = [storedName(id), JSON.stringify(change.text), stored(change.embedder), vector, expiresAt, length]
    const work = async ({ rows }: Statements) => {
      const [found] = await rows<{ mid: number }>(edit, row)
      if (found === undefined) return false
      // Its row is locked: words that another edit left are seen now.
      await rows(removeWords, [[found.mid]])
      await rows(insertWords, [found.mid, ...wordColumns(counts)])
      return true
    }
    return this.#database.transaction(work, { mayRepeat: true })
  }

  async remove(ids: readonly string[]): Promise<void> {
    const names = ids.map(storedName)
    await this.#database.transaction((statements) => removed(statements, remove, names), { mayRepeat: true })
  }

  /** A part at a time: nobody waits long for one of these rows. */
  async removeExpired(now: number): Promise<number> {
    const work = (statements: Statements) => removed(statements, removeExpired, now)
    let count = 0
    for (;;) {
      const part = await this.#database.transaction(work, { mayRepeat: true })
      count += part
      if (part < removedAtOnce) return count
    }
  }

  async rankByVector(embedder: string, given: Float32Array, filter: MemoryFilter): Promise<readonly ScoredMemory[]> {
    const vector = given.slice()
    const asked = [storedName(embedder), ...conditions(filter), vector.byteLength]
    const page = (after: number, count: number) => this.#database.rows<VectorRow>(vectorPage, [...asked, after, count])
    const best = await scan(vector, filter.limit, page)
    if (best.length === 0) return []
    const rows = await this.#database.rows<StoredMemory>(some, [best.map(({ id }) => id)])
    const byId = new Map(rows.map((row) => [row.id, row]))
    // One that went while others were compared is left out.
    return best.flatMap(({ id, score }) => {
      const row = byId.get(id)
      return row ? [{ ...memoryRecord(row), score }] : []
    })
  }

  async rankByText(query: string, filter: MemoryFilter): Promise<readonly ScoredMemory[]> {
    const words = askedWords(query)
    if (words.length === 0) return []
    const parameters = [words, ...conditions(filter), atMost(filter.limit)]
    const rows = await this.#database.rows<StoredMemory & { score: number }>(rankByText, parameters)
    const ranking = new Ranking(filter.limit)
    for (const { id, score } of rows) ranking.add(id, score)
    const byId = new Map(rows.map((row) => [row.id, row]))
    return ranking.best().flatMap(({ id, score }) => {
      const row = byId.get(id)
      return row ? [{ ...memoryRecord(row), score }] : []
    })
  }

  async #newest(sql: string, asked: string | null, filter: MemoryFilter): Promise<readonly MemoryRecord[]> {
    const rows = await this.#database.rows<StoredMemory>(sql, [asked, ...conditions(filter), atMost(filter.limit)])
    return rows.map(memoryRecord)
  }
}

/** Memories first: who edits one has its row locked, and its words are seen when it is done. */
async function removed({ rows }: Statements, sql: string, which: unknown): Promise<number> {
  const mids = (await rows<{ mid: number }>(sql, [which])).map(({ mid }) => mid)
  if (mids.length > 0) await rows(removeWords, [mids])
  return mids.length
}

function conditions({ owner, kind, now }: MemoryFilter): readonly unknown[] {
  return [storedName(owner), kind === undefined ? null : storedName(kind), now]
}

function stored(name: string | null): string | null {
  return name === null ? null : storedName(name)
}

function wordColumns(counts: WordCounts['counts']): readonly unknown[] {
  return [[...counts.keys()], [...counts.values()]]
}
