/** Embeds batches of chunks and saves their vectors. A text that the embedder does not take costs the others nothing. */
import { type ChunkVector, type FoundChunk, GyreError } from '@gyre/core'
import type { Shelf } from '../ports.ts'
import { checkedVectors } from './checked-vectors.ts'
import { otherLength } from './embedder-check.ts'
import { plainVector } from './plain-vector.ts'
import type { TextBatch } from './text-batches.ts'

export type RefusedChunk = { readonly chunk: string; readonly why: string }

/** What an embedder says of a text; all else would be the same with any other text, now or until somebody mends it. */
const saidOfTexts: ReadonlySet<string> = new Set(['model-failed', 'model-overflow'])

/** After so many refusals in a row it is asked whether the embedder takes any text at all. */
const refusalsInRow = 16

export class BatchEmbedding {
  readonly refused = new Map<string, RefusedChunk>()
  readonly #shelf: Shelf
  /** Of the vectors that are in the index. */
  readonly #lengths: Set<number>
  readonly #onDone: (done: number) => void
  #embedded = 0
  #refusedInRow = 0

  /** `onDone` is told how many are embedded or refused, whenever there are more. */
  constructor(shelf: Shelf, lengths: readonly number[], onDone: (done: number) => void) {
    this.#shelf = shelf
    this.#lengths = new Set(lengths)
    this.#onDone = onDone
  }

  get embedded(): number {
    return this.#embedded
  }

  async embed(batch: TextBatch<FoundChunk>, signal: AbortSignal): Promise<void> {
    const vectors = await this.#vectorsOf(batch, signal)
    if (vectors) await this.#save(batch, vectors)
  }

  /** None when the batch was done in halves, or its only text was refused. */
  async #vectorsOf({ items, texts }: TextBatch<FoundChunk>, signal: AbortSignal) {
    try {
      return await checkedVectors(this.#shelf.embedder, texts, signal)
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof GyreError && saidOfTexts.has(error.code))) throw error
      const [only] = items
      if (items.length === 1 && only) {
        await this.#refuse(only.id, error, signal)
        return undefined
      }
      const half = Math.ceil(items.length / 2)
      await this.embed({ items: items.slice(0, half), texts: texts.slice(0, half) }, signal)
      await this.embed({ items: items.slice(half), texts: texts.slice(half) }, signal)
      return undefined
    }
  }

  async #refuse(chunk: string, error: GyreError, signal: AbortSignal): Promise<void> {
    this.refused.set(chunk, { chunk, why: error.message })
    this.#refusedInRow += 1
    if (this.#refusedInRow % refusalsInRow === 0) await plainVector(this.#shelf.embedder, signal)
    this.#onDone(this.#embedded + this.refused.size)
  }

  async #save({ items }: TextBatch<FoundChunk>, vectors: readonly Float32Array[]): Promise<void> {
    const { store, embedder } = this.#shelf
    const length = vectors[0]?.length ?? 0
    const others = [...this.#lengths].filter((other) => other !== length)
    if (others.length > 0) throw otherLength(embedder.id, others, length)
    this.#lengths.add(length)
    await store.putVectors(
      embedder.id,
      items.flatMap(({ id }, index): ChunkVector[] => {
        const vector = vectors[index]
        return vector ? [{ chunk: id, vector }] : []
      }),
    )
    this.#embedded += items.length
    this.#refusedInRow = 0
    this.#onDone(this.#embedded + this.refused.size)
  }
}
