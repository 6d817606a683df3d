/** Documents, their chunks, and what is known of them, in SQLite. */
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
import type { Connection } from './connection.ts'
import { SqliteDocuments } from './documents.ts'
import { SqliteEdges } from './edges.ts'
import type { GroupCommit } from './group-commit.ts'
import { KnowledgeQueries, type NameCount, ranked } from './knowledge-queries.ts'
import type { Heavy, QueryThread } from './query-thread.ts'
import { inTurns } from './vector-scan.ts'
import { SqliteVectors } from './vectors.ts'

/** Rows, about, that are ranked in the time of one turn of the event loop. */
const mostInThisThread = 5000

export class SqliteKnowledge implements KnowledgeStore {
  readonly #commits: GroupCommit
  readonly #documents: SqliteDocuments
  readonly #vectors: SqliteVectors
  readonly #edges: SqliteEdges
  readonly #queries: KnowledgeQueries
  readonly #thread: QueryThread | undefined

  /** Without a thread everything is asked in this one. */
  constructor(connection: Connection, commits: GroupCommit, thread?: QueryThread) {
    this.#commits = commits
    this.#thread = thread
    this.#documents = new SqliteDocuments(connection, commits)
    this.#vectors = new SqliteVectors(connection, commits)
    this.#edges = new SqliteEdges(connection, commits)
    this.#queries = new KnowledgeQueries(connection)
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

  overview(owner: string): Promise<KnowledgeOverview> {
    return this.#ask('overview', owner)
  }

  rankByText(query: string, options: RankOptions): Promise<readonly Ranked[]> {
    return this.#ask('rankByText', query, copied(options))
  }

  putVectors(embedder: string, vectors: readonly ChunkVector[]): Promise<void> {
    return this.#vectors.put(embedder, vectors)
  }

  vectors(embedder: string, chunks: readonly string[]): Promise<readonly ChunkVector[]> {
    return this.#vectors.of(embedder, chunks)
  }

  async rankByVector(embedder: string, vector: Float32Array, options: RankOptions): Promise<readonly Ranked[]> {
    const given = vector.slice()
    const asked = copied(options)
    const thread = await this.#needed()
    if (thread) return thread.ask('rankByVector', embedder, given, asked)
    const found = await inTurns(this.#queries.scan(embedder, given, asked), this.#commits)
    return found.map(ranked)
  }

  withoutVector(embedder: string, owner: string, limit: number): Promise<readonly string[]> {
    return this.#ask('withoutVector', embedder, owner, limit)
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
    return this.#ask('withoutEdges', reader, owner, limit)
  }

  edgesOf(owner: string, names: readonly string[], limit?: number): Promise<readonly KnowledgeEdge[]> {
    return this.#ask('edgesOf', owner, [...names], limit)
  }

  edgesIn(chunks: readonly string[]): Promise<readonly KnowledgeEdge[]> {
    return this.#edges.in(chunks)
  }

  names(owner: string, limit: number): Promise<readonly NameCount[]> {
    return this.#ask('names', owner, limit)
  }

  async #ask<Name extends keyof Heavy>(
    name: Name,
    ...asked: Parameters<Heavy[Name]>
  ): Promise<ReturnType<Heavy[Name]>> {
    const thread = await this.#needed()
    if (thread) return thread.ask(name, ...asked)
    return this.#commits.read(() => Reflect.apply(this.#queries[name], this.#queries, asked))
  }

  /** The thread, when there is so much that an answer would hold others up. What was written before is on disk by then. */
  async #needed(): Promise<QueryThread | undefined> {
    const size = await this.#commits.read(() => this.#queries.size())
    return size > mostInThisThread ? this.#thread : undefined
  }
}

/** What is known of here alone: anything else in it might not pass into another thread. */
function copied({ owner, limit, filter }: RankOptions): RankOptions {
  if (filter === undefined) return { owner, limit }
  const { sources, since, until } = filter
  return {
    owner,
    limit,
    filter: {
      ...(sources && { sources: [...sources] }),
      ...(since !== undefined && { since }),
      ...(until !== undefined && { until }),
    },
  }
}
