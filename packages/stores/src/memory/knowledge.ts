/** Documents, their chunks, and what is known of them, in memory. */
import type {
  ChunkVector,
  Json,
  KnowledgeChunk,
  KnowledgeDocument,
  KnowledgeEdge,
  KnowledgeFilter,
  KnowledgeStore,
  Ranked,
  RankOptions,
} from '@gyre/core'
import { cosine } from '../cosine.ts'
import { Ranking } from '../ranking.ts'
import { chunkKnown } from '../refusals.ts'
import { queryWords } from '../words.ts'
import { TextIndex } from './text-index.ts'

/** `data` is kept as text, so that nobody's later change of an object reaches it. */
type DocumentRecord = Omit<KnowledgeDocument, 'data'> & { readonly data: string; readonly chunks: readonly string[] }
type ChunkRecord = {
  readonly chunk: KnowledgeChunk
  readonly document: DocumentRecord
  /** By embedder. */
  readonly vectors: Map<string, Float32Array>
  /** By what they say. */
  readonly edges: Map<string, KnowledgeEdge>
}

export class MemoryKnowledge implements KnowledgeStore {
  readonly #documents = new Map<string, DocumentRecord>()
  readonly #chunks = new Map<string, ChunkRecord>()
  readonly #texts = new TextIndex()

  async put(document: KnowledgeDocument, chunks: readonly KnowledgeChunk[]): Promise<void> {
    this.#checkIds(document.id, chunks)
    this.#forget(document.id)
    const data = JSON.stringify(document.data)
    const record: DocumentRecord = { ...document, data, chunks: chunks.map(({ id }) => id) }
    this.#documents.set(document.id, record)
    for (const given of chunks) {
      const chunk = { ...given, document: document.id, headings: [...given.headings] }
      this.#chunks.set(chunk.id, { chunk, document: record, vectors: new Map(), edges: new Map() })
      this.#texts.add(chunk.id, textOf(chunk, record))
    }
  }

  async get(id: string): Promise<KnowledgeDocument | undefined> {
    const record = this.#documents.get(id)
    return record && { ...shown(record), text: record.text }
  }

  async list(owner: string): Promise<readonly Omit<KnowledgeDocument, 'text'>[]> {
    return [...this.#documents.values()]
      .filter((record) => record.owner === owner)
      .sort((a, b) => compare(a.source, b.source) || compare(a.id, b.id))
      .map(shown)
  }

  async remove(ids: readonly string[]): Promise<void> {
    for (const id of ids) this.#forget(id)
  }

  async chunks(ids: readonly string[]): Promise<readonly (KnowledgeChunk & { readonly text: string })[]> {
    return ids
      .map((id) => this.#chunks.get(id))
      .filter((record) => record !== undefined)
      .map(({ chunk, document }) => ({ ...chunk, headings: [...chunk.headings], text: textOf(chunk, document) }))
  }

  async rankByText(query: string, options: RankOptions): Promise<readonly Ranked[]> {
    const ranking = new Ranking(options.limit)
    for (const [id, score] of this.#texts.scores(queryWords(query))) {
      if (passes(this.#chunks.get(id)?.document, options)) ranking.add(id, score)
    }
    return ranking.best().map(ranked)
  }

  async putVectors(embedder: string, vectors: readonly ChunkVector[]): Promise<void> {
    for (const { chunk, vector } of vectors) this.#chunks.get(chunk)?.vectors.set(embedder, vector.slice())
  }

  async rankByVector(embedder: string, vector: Float32Array, options: RankOptions): Promise<readonly Ranked[]> {
    const ranking = new Ranking(options.limit)
    for (const [id, { document, vectors }] of this.#chunks) {
      const own = vectors.get(embedder)
      if (own?.length === vector.length && passes(document, options)) ranking.add(id, cosine(vector, own))
    }
    return ranking.best().map(ranked)
  }

  async withoutVector(embedder: string, owner: string, limit: number): Promise<readonly string[]> {
    const ids: string[] = []
    for (const [id, { document, vectors }] of this.#chunks) {
      if (ids.length >= limit) break
      if (document.owner === owner && !vectors.has(embedder)) ids.push(id)
    }
    return ids
  }

  async putEdges(edges: readonly KnowledgeEdge[]): Promise<void> {
    for (const edge of edges) {
      const record = this.#chunks.get(edge.chunk)
      if (record?.document.owner !== edge.owner) continue
      record.edges.set(JSON.stringify([edge.from, edge.relation, edge.to]), { ...edge })
    }
  }

  async edgesOf(owner: string, names: readonly string[]): Promise<readonly KnowledgeEdge[]> {
    const asked = new Set(names)
    return [...this.#chunks.values()]
      .filter(({ document }) => document.owner === owner)
      .flatMap(({ edges }) => [...edges.values()])
      .filter(({ from, to }) => asked.has(from) || asked.has(to))
      .sort(byName)
      .map((edge) => ({ ...edge }))
  }

  #checkIds(document: string, chunks: readonly KnowledgeChunk[]): void {
    const seen = new Set<string>()
    for (const { id } of chunks) {
      const other = this.#chunks.get(id)?.document.id ?? document
      if (seen.has(id) || other !== document) throw chunkKnown(id)
      seen.add(id)
    }
  }

  #forget(id: string): void {
    for (const chunk of this.#documents.get(id)?.chunks ?? []) {
      this.#chunks.delete(chunk)
      this.#texts.remove(chunk)
    }
    this.#documents.delete(id)
  }
}

function shown({ chunks: _, text: __, data, ...rest }: DocumentRecord): Omit<KnowledgeDocument, 'text'> {
  return { ...rest, data: JSON.parse(data) as Json }
}

function textOf(chunk: KnowledgeChunk, document: DocumentRecord): string {
  return document.text.slice(chunk.start, chunk.end)
}

function passes(document: DocumentRecord | undefined, options: RankOptions): boolean {
  if (document?.owner !== options.owner) return false
  const { sources, since, until }: KnowledgeFilter = options.filter ?? {}
  if (sources && !sources.includes(document.source)) return false
  return document.at >= (since ?? Number.NEGATIVE_INFINITY) && document.at < (until ?? Number.POSITIVE_INFINITY)
}

function ranked({ id, score }: { readonly id: string; readonly score: number }): Ranked {
  return { chunk: id, score }
}

function byName(a: KnowledgeEdge, b: KnowledgeEdge): number {
  return compare(a.from, b.from) || compare(a.relation, b.relation) || compare(a.to, b.to) || compare(a.chunk, b.chunk)
}

function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
