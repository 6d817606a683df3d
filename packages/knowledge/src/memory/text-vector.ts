/** The vector of a memory or of a question for memories, if the embedder gives one in time. */
import { checkedVectors } from '../embed/checked-vectors.ts'
import { embeddable } from '../embed/embeddable.ts'
import { queryVector } from '../embed/query-vector.ts'
import type { MemoryShelf } from './memory-shelf.ts'

/** A session waits for its memories: one that is found by words alone is better than none at all. */
const longestWaitMs = 20_000
/** Shorter: the answer is there, and the vector can be made later. */
const longestSavingMs = 3_000

type Embedding = Pick<MemoryShelf, 'embedder' | 'clock'>

export type MemoryVector =
  | { readonly embedder: string; readonly vector: Float32Array }
  | { readonly embedder: null; readonly vector: null }

/** No vector when the embedder fails or takes too long: the memory is kept without one until it is filled in. */
export async function textVector({ embedder, clock }: Embedding, text: string): Promise<MemoryVector> {
  const embed = (signal: AbortSignal) => checkedVectors(embedder, [embeddable(text)], signal)
  const vectors = await inTime(clock, longestSavingMs, embed)
  const vector = vectors?.[0]
  return vector ? { embedder: embedder.id, vector } : { embedder: null, vector: null }
}

/** Undefined when the embedder fails or takes too long: memories are found by words alone then. */
export function questionVector({ embedder, clock }: Embedding, question: string): Promise<Float32Array | undefined> {
  return inTime(clock, longestWaitMs, (signal) => queryVector(embedder, question, signal))
}

async function inTime<T>(
  clock: MemoryShelf['clock'],
  waitMs: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  const time = new AbortController()
  const { promise: late, resolve } = Promise.withResolvers<undefined>()
  const cancel = clock.after(
    waitMs,
    () => {
      time.abort()
      resolve(undefined)
    },
    { keepsAlive: true },
  )
  try {
    return await Promise.race([work(time.signal), late])
  } catch {
    return undefined
  } finally {
    cancel()
  }
}
