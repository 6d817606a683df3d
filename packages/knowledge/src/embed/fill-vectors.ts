/** Embeds the chunks that have no vector yet. Every batch is saved: a run that was killed goes on where it was. */
import type { FoundChunk } from '@gyre/core'
import type { Shelf } from '../ports.ts'
import { BatchEmbedding, type RefusedChunk } from './batch-embedding.ts'
import { embeddedText } from './embedded-text.ts'
import { lengthsOf } from './embedder-check.ts'
import { type TextBatch, textBatches } from './text-batches.ts'

/** The signal that ends the work, and who is told how far it is. */
export type FillOptions = {
  readonly signal?: AbortSignal | undefined
  /** After every batch. `total` is how many had no vector when it began, or more when chunks came meanwhile. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined
}

export type FilledVectors = {
  readonly embedded: number
  /** Chunks that the embedder does not take. They have no vector, and are found by their words alone. */
  readonly refused: readonly RefusedChunk[]
}

/** Chunks that are looked up at once; their texts are in memory. */
const windowSize = 512
/** Batches under way: while one is saved, the embedder already has the next. */
const sideBySide = 2

/** Fails as soon as a batch does for another reason than its texts; none of it is saved then. */
export async function fillVectors(shelf: Shelf, options: FillOptions = {}): Promise<FilledVectors> {
  const { store, embedder, owner } = shelf
  const overview = await store.overview(owner)
  const made = overview.vectors.filter((each) => each.embedder === embedder.id)
  const missing = overview.chunks - made.reduce((sum, { count }) => sum + count, 0)
  const onDone = (done: number) => options.onProgress?.(done, Math.max(done, missing))
  const embedding = new BatchEmbedding(shelf, lengthsOf(overview, embedder.id), onDone)
  for (;;) {
    options.signal?.throwIfAborted()
    const { refused } = embedding
    const named = await store.withoutVector(embedder.id, owner, windowSize + refused.size)
    const ids = named.filter((id) => !refused.has(id))
    if (ids.length === 0) return { embedded: embedding.embedded, refused: [...refused.values()] }
    await embedAll(embedding, textBatches(await store.chunks(ids), embeddedText), options.signal)
  }
}

/** The first failure stops the other batch too, and is told when nothing is under way any more. */
async function embedAll(
  embedding: BatchEmbedding,
  batches: readonly TextBatch<FoundChunk>[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const failed = new AbortController()
  const either = signal ? AbortSignal.any([signal, failed.signal]) : failed.signal
  const waiting = batches.values()
  const work = async () => {
    for (const batch of waiting) {
      either.throwIfAborted()
      await embedding.embed(batch, either)
    }
  }
  const failures: unknown[] = []
  const guarded = () =>
    work().catch((error: unknown) => {
      failures.push(error)
      failed.abort(error)
    })
  await Promise.all(Array.from({ length: sideBySide }, guarded))
  if (failures.length > 0) throw failures[0]
}
