/** The normal curve. */
import { upperGamma } from './incomplete-gamma.ts'
import { pointOfTail } from './point-of-tail.ts'

/** Beyond it the tail is smaller than any number a computer holds. */
export const farthestZ = 38

/** The share that lies above `z`. */
export function normalTail(z: number): number {
  const beyond = upperGamma(0.5, (z * z) / 2) / 2
  return z < 0 ? 1 - beyond : beyond
}

/** The `z` above which this share lies. */
export function normalPoint(share: number): number {
  if (share > 0.5) return -normalPoint(1 - share)
  return share < normalTail(farthestZ) ? farthestZ : pointOfTail(normalTail, share, 0)
}
