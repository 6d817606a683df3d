/** How new a text is beside what is known. */
import { dot } from './vectors.ts'

/** 0 for what is known already, 1 for what is like nothing known: to be its opposite makes nothing newer. */
export function novelty(vector: Float32Array, known: readonly Float32Array[]): number {
  return 1 - greatestLikeness(vector, known)
}

/** From 0 to 1. */
export function greatestLikeness(vector: Float32Array, known: readonly Float32Array[]): number {
  let most = 0
  for (const each of known) most = Math.max(most, dot(vector, each))
  return Math.min(1, most)
}
