/** Documents, their chunks, and what is known of them, in PostgreSQL. */
import type {
  ChunkEdges,
  ChunkVector,
  FoundChunk,
  KnowledgeChunk,
  KnowledgeDocument,
  KnowledgeEdge,
  KnowledgeOverview,
  KnowledgeStore,
  Ranked,
  RankOptions,
} from '@gyre/core'
import { Ranking } from '../../ranking.ts'
import { atMost } from '../at-most.ts'
import type { Database } from '../database.ts'
import { PostgresDocuments } from './documents.ts'
import { type NameCount, PostgresEdges } from './edges.ts'
import { FewAtOnce } from './few-at-once.ts'
import { unpacked } from './packed-posting.ts'
import { conditions, passing } from './rank-conditions.ts'
import { storedName } from './stored-name.ts'
import { askedWords, scoreOf, weighedWords } from './text-ranking.ts'
import { fillIn, openExtension, type VectorExtension } from './vector-extension.ts'
import { VectorRanking } from './vector-ranking.ts'
import { PostgresVectors } from './vectors.ts'

const words = weighedWords({
  corpus: `
    SELECT sum(chunks)::double precision AS texts, sum(words)::double precision / nullif(sum(chunks), 0) AS mean
    FROM document`,
  texts: 'sum(w.chunks)',
  table: 'chunk_word',
})
const rankByText = `
  WITH ${words},
  best AS (
    SELECT w.did, ${unpacked.place} AS place, ${scoreOf(unpacked)} AS score
    FROM weighed q JOIN chunk_word w USING (word) JOIN document d USING (did)
      CROSS JOIN LATERAL ${unpacked.rows}
    WHERE ${passing} GROUP BY w.did, ${unpacked.place}
    ORDER BY score DESC FETCH FIRST ($6::bigint) ROWS WITH TIES
  )
  SELECT c.id, best.score FROM best JOIN chunk c USING (did, place)`
const overview = `
  SELECT (SELECT count(*) FROM document WHERE owner = $1) AS documents,
    (SELECT count(*) FROM chunk WHERE owner = $1) AS chunks,
    (SELECT count(*) FROM edge WHERE owner = $1) AS edges,
    (SELECT count(*) FROM (SELECT origin_name FROM edge WHERE owner = $1
      UNION SELECT target_name FROM edge WHERE owner = $1) AS names) AS names,
    (SELECT coalesce(json_agg(v ORDER BY embedder, dimensions), '[]') FROM (
      SELECT embedder, dimensions, count(*) AS count FROM chunk_vector WHERE owner = $1
      GROUP BY embedder, dimensions) v) AS vectors`
const missing = (which: string) => `
  SELECT id FROM chunk c WHERE owner = $1 AND ${which} ORDER BY cid LIMIT $3`
const withoutVector = missing('NOT EXISTS (SELECT 1 FROM chunk_vector v WHERE v.cid = c.cid AND v.embedder = $2::text)')
const withoutEdges = missing('CASE WHEN $2::text IS NULL THEN reader IS NULL ELSE reader IS DISTINCT FROM $2::text END')

/** Connections that may be busy with what is written here. */
const writesAtOnce = 4

export class PostgresKnowledge implements KnowledgeStore {
  readonly #database: Database
  readonly #documents: PostgresDocuments
  readonly #vectors: PostgresVectors
  readonly #nearest: VectorRanking
  readonly #edges: PostgresEdges

  /** Without an extension vectors are scanned. */
  constructor(database: Database, extension?: VectorExtension) {
    this.#database = database
    const writes = new FewAtOnce(writesAtOnce)
    this.#documents = new PostgresDocuments(database, writes)
    this.#vectors = new PostgresVectors({ database, writes, extension })
    this.#nearest = new VectorRanking(database, extension)
    this.#edges = new PostgresEdges(database, writes)
  }

  /** With the extension for vectors, where there is one. */
  static async open(database: Database): Promise<PostgresKnowledge> {
    const extension = await openExtension(database)
    // Until it is done, or when it fails, what is missing is scanned: the answers are the same.
    if (extension) void fillIn(database, extension).catch(() => {})
    return new PostgresKnowledge(database, extension)
  }

  put(document: KnowledgeDocument, chunks: readonly KnowledgeChunk[]): Promise<void> {
    return this.#documents.put(document, chunks)
  }

  get(id: string): Promise<KnowledgeDocument | undefined> {
    return this.#documents.get(id)
  }

  list(owner: string): Promise<readonly Omit<KnowledgeDocument, 'text'>[]> {
    return this.#documents.list(owner)
  }

  chunksOf(document: string): Promise<readonly FoundChunk[]> {
    return this.#documents.chunksOf(document)
  }

  remove(ids: readonly string[]): Promise<void> {
    return this.#documents.remove(ids)
  }

  chunks(ids: readonly string[]): Promise<readonly FoundChunk[]> {
    return this.#documents.chunks(ids)
  }

  async overview(owner: string): Promise<KnowledgeOverview> {
    const [counts] = await this.#database.rows<KnowledgeOverview>(overview, [storedName(owner)])
    return counts ?? { documents: 0, chunks: 0, edges: 0, names: 0, vectors: [] }
  }

  async rankByText(query: string, options: RankOptions): Promise<readonly Ranked[]> {
    const asked = askedWords(query)
    if (asked.length === 0) return []
    const parameters = [asked, ...conditions(options), atMost(options.limit)]
    const ranking = new Ranking(options.limit)
    for (const { id, score } of await this.#database.rows<{ id: string; score: number }>(rankByText, parameters)) {
      ranking.add(id, score)
    }
    return ranking.best().map(({ id, score }) => ({ chunk: id, score }))
  }

  putVectors(embedder: string, vectors: readonly ChunkVector[]): Promise<void> {
    return this.#vectors.put(embedder, vectors)
  }

  vectors(embedder: string, chunks: readonly string[]): Promise<readonly ChunkVector[]> {
    return this.#vectors.of(embedder, chunks)
  }

  rankByVector(embedder: string, vector: Float32Array, options: RankOptions): Promise<readonly Ranked[]> {
    return this.#nearest.rank(embedder, vector, options)
  }

  withoutVector(embedder: string, owner: string, limit: number): Promise<readonly string[]> {
    return this.#ids(withoutVector, [storedName(owner), storedName(embedder), atMost(limit)])
  }

  embedders(owner: string): Promise<readonly string[]> {
    return this.#vectors.embedders(owner)
  }

  removeVectors(embedder: string, owner: string): Promise<void> {
    return this.#vectors.remove(embedder, owner)
  }

  putEdges(reader: string, found: readonly ChunkEdges[]): Promise<void> {
    return this.#edges.put(reader, found)
  }

  withoutEdges(reader: string | null, owner: string, limit: number): Promise<readonly string[]> {
    return this.#ids(withoutEdges, [storedName(owner), reader === null ? null : storedName(reader), atMost(limit)])
  }

  edgesOf(owner: string, names: readonly string[], limit?: number): Promise<readonly KnowledgeEdge[]> {
    return this.#edges.of(owner, names, limit)
  }

  edgesIn(chunks: readonly string[]): Promise<readonly KnowledgeEdge[]> {
    return this.#edges.in(chunks)
  }

  names(owner: string, limit: number): Promise<readonly NameCount[]> {
    return this.#edges.names(owner, limit)
  }

  async #ids(sql: string, parameters: readonly unknown[]): Promise<readonly string[]> {
    return (await this.#database.rows<{ id: string }>(sql, parameters)).map(({ id }) => id)
  }
}
