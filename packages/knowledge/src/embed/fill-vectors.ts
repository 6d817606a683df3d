/** Embeds the chunks that have no vector yet. Every batch is saved: a run that was killed goes on where it was. */
import type { ChunkVector, FoundChunk } from '@gyre/core'
import type { Shelf } from '../ports.ts'
import { checkedVectors } from './checked-vectors.ts'
import { embeddedText } from './embedded-text.ts'
import { type TextBatch, textBatches } from './text-batches.ts'

export type FillOptions = {
  readonly signal?: AbortSignal | undefined
  /** After every batch. `total` is how many had no vector when it began, or more when chunks came meanwhile. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined
}

/** Chunks that are looked up at once; their texts are in memory. */
const windowSize = 512
/** Batches under way: while one is saved, the embedder already has the next. */
const sideBySide = 2

/** Answers with how many were embedded. Fails as soon as one batch does; none of it is saved then. */
export async function fillVectors(shelf: Shelf, options: FillOptions = {}): Promise<number> {
  const { store, embedder, owner } = shelf
  const count = counter(await missing(shelf), options.onProgress)
  for (;;) {
    options.signal?.throwIfAborted()
    const ids = await store.withoutVector(embedder.id, owner, windowSize)
    if (ids.length === 0) return count(0)
    await embedAll(shelf, textBatches(await store.chunks(ids), embeddedText), { signal: options.signal, count })
  }
}

async function missing({ store, embedder, owner }: Shelf): Promise<number> {
  const { chunks, vectors } = await store.overview(owner)
  const made = vectors.filter((each) => each.embedder === embedder.id).reduce((sum, { count }) => sum + count, 0)
  return Math.max(0, chunks - made)
}

function counter(total: number, onProgress: FillOptions['onProgress']): (more: number) => number {
  let done = 0
  return (more) => {
    done += more
    if (more > 0) onProgress?.(done, Math.max(done, total))
    return done
  }
}

type Run = { readonly signal: AbortSignal | undefined; readonly count: (more: number) => number }

/** The first failure stops the other batch too, and is told when nothing is under way any more. */
async function embedAll(
  shelf: Shelf,
  batches: readonly TextBatch<FoundChunk>[],
  { signal, count }: Run,
): Promise<void> {
  const failed = new AbortController()
  const either = signal ? AbortSignal.any([signal, failed.signal]) : failed.signal
  const waiting = batches.values()
  const work = async () => {
    for (const batch of waiting) {
      either.throwIfAborted()
      count(await embedBatch(shelf, batch, either))
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

async function embedBatch({ store, embedder }: Shelf, { items, texts }: TextBatch<FoundChunk>, signal: AbortSignal) {
  const vectors = await checkedVectors(embedder, texts, signal)
  await store.putVectors(
    embedder.id,
    items.flatMap(({ id }, index): ChunkVector[] => {
      const vector = vectors[index]
      return vector ? [{ chunk: id, vector }] : []
    }),
  )
  return items.length
}
