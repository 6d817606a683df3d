/** Documents, their chunks, and what is known of them, in memory. */
import {
  type ChunkEdges,
  type ChunkVector,
  type FoundChunk,
  type Json,
  type KnowledgeChunk,
  type KnowledgeDocument,
  type KnowledgeEdge,
  type KnowledgeFilter,
  type KnowledgeOverview,
  type KnowledgeStore,
  queryWords,
  type Ranked,
  type RankOptions,
} from '@gyre/core'
import { cosine } from '../cosine.ts'
import { Ranking } from '../ranking.ts'
import { chunkKnown } from '../refusals.ts'
import { textOrder } from '../text-order.ts'
import { MemoryEdges } from './edges.ts'
import { TextIndex } from './text-index.ts'

/** `data` is kept as text, so that nobody's later change of an object reaches it. */
type DocumentRecord = Omit<KnowledgeDocument, 'data'> & { readonly data: string; readonly chunks: readonly string[] }
type ChunkRecord = {
  readonly chunk: KnowledgeChunk
  readonly document: DocumentRecord
  /** By embedder. */
  readonly vectors: Map<string, Float32Array>
  /** Who read it last for edges. */
  reader: string | null
}

export class MemoryKnowledge implements KnowledgeStore {
  readonly #documents = new Map<string, DocumentRecord>()
  readonly #chunks = new Map<string, ChunkRecord>()
  readonly #texts = new TextIndex()
  readonly #edges = new MemoryEdges()

  async put(document: KnowledgeDocument, chunks: readonly KnowledgeChunk[]): Promise<void> {
    this.#checkIds(document.id, chunks)
    this.#forget(document.id)
    const data = JSON.stringify(document.data)
    const record: DocumentRecord = { ...document, data, chunks: chunks.map(({ id }) => id) }
    this.#documents.set(document.id, record)
    for (const given of chunks) {
      const chunk = { ...given, document: document.id, headings: [...given.headings] }
      this.#chunks.set(chunk.id, { chunk, document: record, vectors: new Map(), reader: null })
      this.#texts.add(chunk.id, [...chunk.headings, textOf(chunk, record)].join(' '))
    }
  }

  async get(id: string): Promise<KnowledgeDocument | undefined> {
    const record = this.#documents.get(id)
    return record && { ...shown(record), text: record.text }
  }

  async list(owner: string): Promise<readonly Omit<KnowledgeDocument, 'text'>[]> {
    return [...this.#documents.values()]
      .filter((record) => record.owner === owner)
      .sort((a, b) => textOrder(a.source, b.source) || textOrder(a.id, b.id))
      .map(shown)
  }

  async remove(ids: readonly string[]): Promise<void> {
    for (const id of ids) this.#forget(id)
  }

  async chunks(ids: readonly string[]): Promise<readonly FoundChunk[]> {
    return ids
      .map((id) => this.#chunks.get(id))
      .filter((record) => record !== undefined)
      .map(found)
  }

  chunksOf(document: string): Promise<readonly FoundChunk[]> {
    return this.chunks(this.#documents.get(document)?.chunks ?? [])
  }

  async overview(owner: string): Promise<KnowledgeOverview> {
    const chunks = this.#of(owner)
    const names = this.#edges.names(owner)
    return {
      documents: [...this.#documents.values()].filter((record) => record.owner === owner).length,
      chunks: chunks.length,
      vectors: vectorCounts(chunks),
      edges: this.#edges.in(chunks.map(({ chunk }) => chunk.id)).length,
      names: names.length,
    }
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
      if (ids.length >= Math.trunc(limit)) break
      if (document.owner === owner && !vectors.has(embedder)) ids.push(id)
    }
    return ids
  }

  async vectors(embedder: string, chunks: readonly string[]): Promise<readonly ChunkVector[]> {
    return chunks.flatMap((chunk) => {
      const vector = this.#chunks.get(chunk)?.vectors.get(embedder)
      return vector ? [{ chunk, vector: vector.slice() }] : []
    })
  }

  async embedders(owner: string): Promise<readonly string[]> {
    const all = this.#of(owner).flatMap(({ vectors }) => [...vectors.keys()])
    return [...new Set(all)].sort(textOrder)
  }

  async removeVectors(embedder: string, owner: string): Promise<void> {
    for (const { vectors } of this.#of(owner)) vectors.delete(embedder)
  }

  async putEdges(reader: string, found: readonly ChunkEdges[]): Promise<void> {
    for (const each of found) {
      const record = this.#chunks.get(each.chunk)
      if (record === undefined) continue
      record.reader = reader
      this.#edges.replace(record.document.owner, each)
    }
  }

  async withoutEdges(reader: string | null, owner: string, limit: number): Promise<readonly string[]> {
    const unread = this.#of(owner).filter((record) => (reader === null ? !record.reader : record.reader !== reader))
    return unread.slice(0, Math.max(0, Math.trunc(limit))).map(({ chunk }) => chunk.id)
  }

  async edgesOf(owner: string, names: readonly string[], limit?: number): Promise<readonly KnowledgeEdge[]> {
    return this.#edges.of(owner, names).slice(0, Math.max(0, limit ?? Number.POSITIVE_INFINITY))
  }

  async edgesIn(chunks: readonly string[]): Promise<readonly KnowledgeEdge[]> {
    return this.#edges.in(chunks)
  }

  async names(owner: string, limit: number): Promise<readonly { readonly name: string; readonly edges: number }[]> {
    return this.#edges.names(owner).slice(0, Math.max(0, Math.trunc(limit)))
  }

  #of(owner: string): readonly ChunkRecord[] {
    return [...this.#chunks.values()].filter(({ document }) => document.owner === owner)
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
      this.#edges.remove(chunk)
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

function found({ chunk, document }: ChunkRecord): FoundChunk {
  const { source, title, at } = document
  return { ...chunk, headings: [...chunk.headings], text: textOf(chunk, document), source, title, at }
}

function vectorCounts(chunks: readonly ChunkRecord[]): KnowledgeOverview['vectors'] {
  const counts = new Map<string, { readonly embedder: string; readonly dimensions: number; count: number }>()
  for (const { vectors } of chunks) {
    for (const [embedder, { length: dimensions }] of vectors) {
      const key = JSON.stringify([embedder, dimensions])
      const entry = counts.get(key) ?? { embedder, dimensions, count: 0 }
      entry.count++
      counts.set(key, entry)
    }
  }
  return [...counts.values()].sort((a, b) => textOrder(a.embedder, b.embedder) || a.dimensions - b.dimensions)
}
