/** Vectors for memories that have none of the embedder: it failed when they were written, or was another one. */
import type { MemoryRecord } from '@gyre/core'
import { checkedVectors } from '../embed/checked-vectors.ts'
import { embeddable } from '../embed/embeddable.ts'
import { textBatches } from '../embed/text-batches.ts'
import type { OwnShelf } from './memory-shelf.ts'

export type ReembedOptions = {
  readonly onProgress?: (done: number, total: number) => void
  readonly signal?: AbortSignal
}

/** Memories that are looked up at once; their texts are in memory. */
const windowSize = 128

/**
 * Fills them in, a few at a time: what is filled stays, whatever becomes of the rest. Fails where the embedder does.
 * Answers with how many it filled.
 */
export async function reembedMemories(shelf: OwnShelf, options: ReembedOptions = {}): Promise<number> {
  const { onProgress, signal = new AbortController().signal } = options
  const { store, embedder, owner, clock } = shelf
  const waiting = await store.withoutVector(embedder.id, { owner, now: clock.now() })
  let filled = 0
  for (let at = 0; at < waiting.length; at += windowSize) {
    const ids = waiting.slice(at, at + windowSize)
    // One that went meanwhile needs no vector.
    const memories = (await Promise.all(ids.map((id) => store.get(id)))).filter((memory) => memory !== undefined)
    let done = at + ids.length - memories.length
    for (const { items, texts } of textBatches(memories, ({ text }) => embeddable(text))) {
      signal.throwIfAborted()
      filled += await fill(shelf, items, await checkedVectors(embedder, texts, signal))
      done += items.length
      onProgress?.(done, waiting.length)
    }
  }
  return filled
}

async function fill(
  { store, embedder }: OwnShelf,
  memories: readonly MemoryRecord[],
  vectors: readonly Float32Array[],
): Promise<number> {
  let filled = 0
  for (const [index, { id, text }] of memories.entries()) {
    const vector = vectors[index] ?? null
    const present = await store.get(id)
    // One that was edited meanwhile has got its vector with that.
    if (present?.text !== text) continue
    if (await store.edit(id, { text, expiresAt: present.expiresAt, embedder: embedder.id, vector })) filled += 1
  }
  return filled
}
