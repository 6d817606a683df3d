/** Where documents and what past sessions learned are kept. Ranking by text and by vector is the store's; fusing is not. */
import type { Json } from '../json.ts'

/** A document as it was cleaned: chunks are cut out of its text by offsets. */
export type KnowledgeDocument = {
  readonly id: string
  readonly owner: string
  /** Path or address it came from. */
  readonly source: string
  readonly title: string
  readonly mediaType: string
  /** Of the original content: an equal one need not be read again. */
  readonly hash: string
  readonly text: string
  readonly at: number
  readonly data: Json
}

/** A part of a document: offsets into its text, and the headings it stands under. */
export type KnowledgeChunk = {
  readonly id: string
  readonly document: string
  readonly start: number
  readonly end: number
  /** Headings above it, outermost first. They are found by text as if they were part of it. */
  readonly headings: readonly string[]
}

/** A chunk with its text, and what to say of where it is from. */
export type FoundChunk = KnowledgeChunk & Pick<KnowledgeDocument, 'text' | 'source' | 'title' | 'at'>

/** Which documents are searched; times are ms since 1970. */
export type KnowledgeFilter = {
  readonly sources?: readonly string[]
  /** Documents from this time on. */
  readonly since?: number
  /** Documents before this time. */
  readonly until?: number
}

/** Whose documents are ranked, how many are wanted, and which. */
export type RankOptions = { readonly owner: string; readonly limit: number; readonly filter?: KnowledgeFilter }

/** Higher is better, equal ones are in the order of their ids; scores of two rankings cannot be compared. */
export type Ranked = { readonly chunk: string; readonly score: number }

/** The vector of a chunk. */
export type ChunkVector = { readonly chunk: string; readonly vector: Float32Array }

/** A relation between two things, and the chunk that tells of it. */
export type KnowledgeEdge = {
  readonly owner: string
  /** A name as it is written; names that differ in case, accents or punctuation alone are one. */
  readonly from: string
  readonly relation: string
  readonly to: string
  readonly chunk: string
  readonly weight: number
}

/** What was read out of one chunk. */
export type ChunkEdges = {
  readonly chunk: string
  readonly edges: readonly Pick<KnowledgeEdge, 'from' | 'relation' | 'to' | 'weight'>[]
}

/** How much there is of an owner's. */
export type KnowledgeOverview = {
  readonly documents: number
  readonly chunks: number
  /** Vectors by who made them; by embedder. */
  readonly vectors: readonly { readonly embedder: string; readonly dimensions: number; readonly count: number }[]
  readonly edges: number
  /** Different names. */
  readonly names: number
}

/** Where documents, their chunks, vectors and relations are kept. */
export type KnowledgeStore = {
  /**
   * Saves a document with its chunks, in place of the one with the same id and all that hung on it. All or
   * nothing; a chunk whose id another document has is refused.
   */
  put(document: KnowledgeDocument, chunks: readonly KnowledgeChunk[]): Promise<void>
  get(id: string): Promise<KnowledgeDocument | undefined>
  /** Without their texts; by source. */
  list(owner: string): Promise<readonly Omit<KnowledgeDocument, 'text'>[]>
  /** The chunks of a document, in their order. */
  chunksOf(document: string): Promise<readonly FoundChunk[]>
  /** Removes documents with chunks, vectors, text index and edges, and what earlier versions of any document left. */
  remove(ids: readonly string[]): Promise<void>
  /** Chunks with their texts, in the order of the ids; those that are not there are left out. */
  chunks(ids: readonly string[]): Promise<readonly FoundChunk[]>
  overview(owner: string): Promise<KnowledgeOverview>

  /** Chunks with any of the words, best first (BM25). Any text is a query: no syntax. Of a very long one the beginning counts. */
  rankByText(query: string, options: RankOptions): Promise<readonly Ranked[]>

  /** In place of those these chunks have of this embedder. A chunk that went meanwhile is passed over. */
  putVectors(embedder: string, vectors: readonly ChunkVector[]): Promise<void>
  /** Vectors of these chunks, in their order; those that have none are left out. */
  vectors(embedder: string, chunks: readonly string[]): Promise<readonly ChunkVector[]>
  /** Nearest first, by cosine; only vectors of this embedder, and as long as the one asked for. */
  rankByVector(embedder: string, vector: Float32Array, options: RankOptions): Promise<readonly Ranked[]>
  /** Chunks that have no vector of this embedder, in the order they were saved. */
  withoutVector(embedder: string, owner: string, limit: number): Promise<readonly string[]>
  /** Who made the vectors there are, sorted. */
  embedders(owner: string): Promise<readonly string[]>
  removeVectors(embedder: string, owner: string): Promise<void>

  /**
   * In place of all edges these chunks had; notes by whom they were read. The same twice is one edge, with the later
   * weight. A chunk that went meanwhile is passed over.
   */
  putEdges(reader: string, found: readonly ChunkEdges[]): Promise<void>
  /** Chunks that this reader has not read for edges, in the order they were saved; null: that nobody has. */
  withoutEdges(reader: string | null, owner: string, limit: number): Promise<readonly string[]>
  /** Edges that begin or end at one of these names, each once; heaviest first, then by `from`, `relation`, `to`, `chunk`. */
  edgesOf(owner: string, names: readonly string[], limit?: number): Promise<readonly KnowledgeEdge[]>
  /** Edges that these chunks tell of; in the same order. */
  edgesIn(chunks: readonly string[]): Promise<readonly KnowledgeEdge[]>
  /** Names with how many edges each has, most first, then by name. */
  names(owner: string, limit: number): Promise<readonly { readonly name: string; readonly edges: number }[]>
}

/** A memory as it is stored; times are ms since 1970, null where it never expires. */
export type MemoryRecord = {
  readonly id: string
  readonly owner: string
  /** The session that learned it, and its step: the same twice is one memory. */
  readonly session: string | null
  readonly key: string | null
  readonly kind: string
  readonly text: string
  readonly data: Json
  readonly at: number
  readonly expiresAt: number | null
  readonly embedder: string | null
  readonly vector: Float32Array | null
}

/** Which memories are wanted. What has expired at `now` is left out. */
export type MemoryFilter = {
  readonly owner: string
  readonly kind?: string
  readonly limit?: number
  readonly now: number
}

/** Where memories are kept. */
export type MemoryStore = {
  /** Saves a memory; answers with the one that is there when its id, or its key in its session, is known. */
  put(memory: MemoryRecord): Promise<MemoryRecord>
  /** An expired one too, until it is removed. */
  get(id: string): Promise<MemoryRecord | undefined>
  /** Newest first; expired ones are left out. */
  list(filter: MemoryFilter): Promise<readonly MemoryRecord[]>
  /** Those whose ids begin so; as they are listed. */
  beginningWith(start: string, filter: MemoryFilter): Promise<readonly MemoryRecord[]>
  /** Ids of those that have no vector of this embedder; as they are listed. */
  withoutVector(embedder: string, filter: MemoryFilter): Promise<readonly string[]>
  /** Replaces the text, the vector and when it expires. False when it is not there. */
  edit(id: string, change: Pick<MemoryRecord, 'text' | 'embedder' | 'vector' | 'expiresAt'>): Promise<boolean>
  remove(ids: readonly string[]): Promise<void>
  /** Removes what has expired, of every owner; answers with how many there were. */
  removeExpired(now: number): Promise<number>
  /** Nearest first, by cosine; only vectors of this embedder, and as long as the one asked for. Expired ones are left out. */
  rankByVector(
    embedder: string,
    vector: Float32Array,
    filter: MemoryFilter,
  ): Promise<readonly (MemoryRecord & { readonly score: number })[]>
  /** Memories with any of the words, best first (BM25). Any text is a query: no syntax. Expired ones are left out. */
  rankByText(query: string, filter: MemoryFilter): Promise<readonly (MemoryRecord & { readonly score: number })[]>
}
