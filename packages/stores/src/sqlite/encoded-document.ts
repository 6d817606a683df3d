/** A document as it is written: its words are cut before a transaction begins. */
import type { KnowledgeChunk, KnowledgeDocument } from '@gyre/core'
import { indexed } from './text-search.ts'

export type ChunkRow = Pick<KnowledgeChunk, 'id' | 'start' | 'end'> & {
  readonly headings: string
  readonly words: string
}

export type EncodedDocument = {
  /** Its columns, in their order: id and owner come first. */
  readonly document: readonly (string | number)[]
  readonly chunks: readonly ChunkRow[]
}

export function documentRow(document: KnowledgeDocument): EncodedDocument['document'] {
  const { id, owner, source, title, mediaType, hash, at } = document
  // As JSON: half of a surrogate pair would not survive as UTF-8, and offsets must fit.
  const texts = [JSON.stringify(document.data), JSON.stringify(document.text)]
  return [id, owner, source, title, mediaType, hash, at, ...texts]
}

export function chunkRow({ id, start, end, headings }: KnowledgeChunk, text: string): ChunkRow {
  const words = indexed([...headings, text.slice(start, end)].join(' '))
  return { id, start, end, headings: JSON.stringify(headings), words }
}
