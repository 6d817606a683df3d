/** A document as it is written: its words are counted before a transaction begins. */
import { setImmediate } from 'node:timers/promises'
import type { KnowledgeChunk, KnowledgeDocument } from '@gyre/core'
import { packed, packedChunk } from './packed-posting.ts'
import { storedName } from './stored-name.ts'
import { wordCounts } from './word-counts.ts'

export type ChunkRow = Pick<KnowledgeChunk, 'id' | 'start' | 'end'> & {
  readonly headings: string
  readonly text: string
}

export type EncodedDocument = {
  /** Its columns, in their order. */
  readonly document: readonly (string | number)[]
  readonly chunks: readonly ChunkRow[]
  /** Where each word stands. */
  readonly stands: ReadonlyMap<string, readonly bigint[]>
  readonly words: number
}

/** Chunks whose words are counted in one go: some milliseconds. */
const partSize = 200

/** Encoded now, so that nobody's later change reaches it; a very long one in turns, over a copy. */
export function encoded(
  document: KnowledgeDocument,
  chunks: readonly KnowledgeChunk[],
): () => Promise<EncodedDocument> {
  const row = documentRow(document)
  const encoding = new Encoding(document.text)
  if (chunks.length <= partSize) {
    for (const chunk of chunks) encoding.add(chunk)
    return async () => encoding.result(row)
  }
  const given = structuredClone(chunks)
  return async () => {
    for (const [at, chunk] of given.entries()) {
      if (at % partSize === 0) await setImmediate()
      encoding.add(chunk)
    }
    return encoding.result(row)
  }
}

class Encoding {
  readonly #text: string
  readonly #chunks: ChunkRow[] = []
  readonly #stands = new Map<string, bigint[]>()
  #words = 0

  constructor(text: string) {
    this.#text = text
  }

  add({ id, start, end, headings }: KnowledgeChunk): void {
    const own = this.#text.slice(start, end)
    const { counts, length } = wordCounts([...headings, own].join(' '))
    const chunk = packedChunk(this.#chunks.length, length)
    for (const [word, times] of counts) {
      const stands = this.#stands.get(word)
      if (stands) stands.push(packed(chunk, times))
      else this.#stands.set(word, [packed(chunk, times)])
    }
    this.#words += length
    const texts = { headings: JSON.stringify(headings), text: JSON.stringify(own) }
    this.#chunks.push({ id: storedName(id), start, end, ...texts })
  }

  result(document: EncodedDocument['document']): EncodedDocument {
    return { document, chunks: this.#chunks, stands: this.#stands, words: this.#words }
  }
}

function documentRow({ id, owner, source, title, mediaType, hash, at, data, text }: KnowledgeDocument) {
  // As JSON: it escapes what PostgreSQL has no room for, and offsets must fit.
  return [
    ...[id, owner, source, title, mediaType, hash].map(storedName),
    at,
    JSON.stringify(data),
    JSON.stringify(text),
  ]
}
