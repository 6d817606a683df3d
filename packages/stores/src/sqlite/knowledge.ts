/** Documents, their chunks, and what is known of them, in SQLite. */
import type { StatementSync } from 'node:sqlite'
import type {
  ChunkVector,
  Json,
  KnowledgeChunk,
  KnowledgeDocument,
  KnowledgeEdge,
  KnowledgeStore,
  Ranked,
  RankOptions,
} from '@gyre/core'
import type { Scored } from '../ranking.ts'
import { atMost, type Connection } from './connection.ts'
import { DocumentWriter } from './document-writer.ts'
import type { GroupCommit } from './group-commit.ts'
import { bestOf, matching } from './text-search.ts'
import { bytesOf, nearest, scanSize } from './vector-scan.ts'

type DocumentRow = Omit<KnowledgeDocument, 'mediaType' | 'data'> & {
  readonly media_type: string
  readonly data: string
}
type ChunkRow = Omit<KnowledgeChunk, 'headings'> & { readonly did: number; readonly headings: string }

const columns = 'id, owner, source, title, media_type, hash, at, data'
/** Joins from the left: the text index, or the vectors, say which chunks are looked at. */
const filtered = `
  CROSS JOIN document d ON d.did = c.did
    AND (:sources IS NULL OR d.source IN (SELECT value FROM json_each(:sources)))
    AND d.at >= :since AND d.at < :until`

export class SqliteKnowledge implements KnowledgeStore {
  readonly #commits: GroupCommit
  readonly #writer: DocumentWriter
  readonly #get: StatementSync
  readonly #list: StatementSync
  readonly #chunk: StatementSync
  readonly #text: StatementSync
  readonly #byText: StatementSync
  readonly #byVector: StatementSync
  readonly #withoutVector: StatementSync
  readonly #edges: StatementSync

  constructor(connection: Connection, commits: GroupCommit) {
    this.#commits = commits
    this.#writer = new DocumentWriter(connection)
    this.#get = connection.prepare(`SELECT ${columns}, text FROM document WHERE id = ?`)
    this.#list = connection.prepare(`SELECT ${columns} FROM document WHERE owner = ? ORDER BY source, id`)
    this.#chunk = connection.prepare(`
      SELECT c.id, c.did, d.id AS document, c.first AS start, c.last AS "end", c.headings
      FROM chunk c JOIN document d USING (did) WHERE c.id = ?`)
    this.#text = connection.prepare('SELECT text FROM document WHERE did = ?')
    this.#byText = connection.prepare(`
      SELECT c.id, chunk_text.rank AS rank
      FROM chunk_text CROSS JOIN chunk c ON c.cid = chunk_text.rowid AND c.owner = :owner ${filtered}
      WHERE chunk_text MATCH :words ORDER BY chunk_text.rank`)
    this.#byVector = connection.prepare(`
      SELECT v.cid AS place, c.id, v.vector
      FROM chunk_vector v CROSS JOIN chunk c ON c.cid = v.cid ${filtered}
      WHERE v.embedder = :embedder AND v.owner = :owner AND v.cid > :after ORDER BY v.cid LIMIT ${scanSize}`)
    this.#withoutVector = connection.prepare(`
      SELECT id FROM chunk WHERE owner = ?
        AND NOT EXISTS (SELECT 1 FROM chunk_vector v WHERE v.cid = chunk.cid AND v.embedder = ?)
      ORDER BY cid LIMIT ?`)
    this.#edges = connection.prepare(`
      SELECT e.owner, e.origin AS "from", e.relation, e.target AS "to", c.id AS chunk, e.weight
      FROM edge e JOIN chunk c USING (cid)
      WHERE e.owner = ?1 AND (e.origin IN (SELECT value FROM json_each(?2)) OR e.target IN (SELECT value FROM json_each(?2)))
      ORDER BY e.origin, e.relation, e.target, c.id`)
  }

  put(document: KnowledgeDocument, chunks: readonly KnowledgeChunk[]): Promise<void> {
    return this.#write(2 * chunks.length + 1, this.#writer.replacing(document, chunks))
  }

  get(id: string): Promise<KnowledgeDocument | undefined> {
    return this.#commits.read(() => {
      const row = this.#get.get(id)
      return row && { ...shown(row), text: JSON.parse(row['text'] as string) as string }
    })
  }

  list(owner: string): Promise<readonly Omit<KnowledgeDocument, 'text'>[]> {
    return this.#commits.read(() => this.#list.all(owner).map(shown))
  }

  async remove(ids: readonly string[]): Promise<void> {
    // One transaction each, and a turn of the event loop in between: a document may have very many chunks.
    for (const id of ids) await this.#write(Number.POSITIVE_INFINITY, () => this.#writer.remove(id))
  }

  chunks(ids: readonly string[]): Promise<readonly (KnowledgeChunk & { readonly text: string })[]> {
    return this.#commits.read(() => {
      const texts = new Map<number, string>()
      const found = ids.map((id) => this.#chunk.get(id) as ChunkRow | undefined).filter((row) => row !== undefined)
      return found.map(({ did, headings, ...chunk }) => {
        const text = texts.get(did) ?? this.#textOf(did)
        texts.set(did, text)
        return { ...chunk, headings: JSON.parse(headings) as string[], text: text.slice(chunk.start, chunk.end) }
      })
    })
  }

  rankByText(query: string, options: RankOptions): Promise<readonly Ranked[]> {
    const words = matching(query)
    return this.#commits.read(() => {
      if (words === undefined) return []
      return bestOf(this.#byText.iterate({ ...conditions(options), words }), options.limit).map(ranked)
    })
  }

  putVectors(embedder: string, vectors: readonly ChunkVector[]): Promise<void> {
    const rows = vectors.map(({ chunk, vector }) => ({ chunk, bytes: bytesOf(vector) }))
    return this.#write(rows.length, () => {
      for (const { chunk, bytes } of rows) this.#writer.putVector(embedder, chunk, bytes)
    })
  }

  async rankByVector(embedder: string, vector: Float32Array, options: RankOptions): Promise<readonly Ranked[]> {
    const asked = { ...conditions(options), embedder }
    const page = (after: number) => this.#byVector.iterate({ ...asked, after })
    const found = await nearest(vector.slice(), { commits: this.#commits, limit: options.limit, page })
    return found.map(ranked)
  }

  withoutVector(embedder: string, owner: string, limit: number): Promise<readonly string[]> {
    return this.#commits.read(() => {
      const rows = this.#withoutVector.all(owner, embedder, atMost(limit)) as { id: string }[]
      return rows.map(({ id }) => id)
    })
  }

  putEdges(edges: readonly KnowledgeEdge[]): Promise<void> {
    const given = edges.map((edge) => ({ ...edge }))
    return this.#write(given.length, () => {
      for (const edge of given) this.#writer.putEdge(edge)
    })
  }

  edgesOf(owner: string, names: readonly string[]): Promise<readonly KnowledgeEdge[]> {
    return this.#commits.read(() =>
      this.#edges.all(owner, JSON.stringify(names)).map((row) => ({ ...(row as unknown as KnowledgeEdge) })),
    )
  }

  #textOf(did: number): string {
    return JSON.parse(this.#text.get(did)?.['text'] as string) as string
  }

  #write(rows: number, apply: () => void): Promise<void> {
    return this.#commits.write({ rows, isSingle: false, apply })
  }
}

function shown(row: Record<string, unknown>): Omit<KnowledgeDocument, 'text'> {
  const { id, owner, source, title, media_type, hash, at, data } = row as unknown as DocumentRow
  return { id, owner, source, title, mediaType: media_type, hash, at, data: JSON.parse(data) as Json }
}

function conditions({ owner, filter = {} }: RankOptions) {
  return {
    owner,
    sources: filter.sources ? JSON.stringify(filter.sources) : null,
    since: filter.since ?? Number.NEGATIVE_INFINITY,
    until: filter.until ?? Number.POSITIVE_INFINITY,
  }
}

function ranked({ id, score }: Scored): Ranked {
  return { chunk: id, score }
}
