/** The vector of a text that every embedder takes: it shows whether one works, and how long its vectors are. */
import type { Embedder } from '@gyre/core'
import { checkedVectors } from './checked-vectors.ts'

export async function plainVector(embedder: Embedder, signal: AbortSignal): Promise<Float32Array> {
  const [vector = new Float32Array()] = await checkedVectors(embedder, ['A plain sentence.'], signal)
  return vector
}
