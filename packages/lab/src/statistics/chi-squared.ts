/** χ²: how large the sum of squares of so many independent z may be. */
import { upperGamma } from './incomplete-gamma.ts'
import { pointOfTail } from './point-of-tail.ts'

/** The chance that χ² with `degrees` degrees of freedom exceeds `x`. */
export function chiSquaredTail(x: number, degrees: number): number {
  // The sum of nothing is nothing.
  if (degrees === 0) return x < 0 ? 1 : 0
  return upperGamma(degrees / 2, x / 2)
}

/** What χ² exceeds with this chance: `chiSquaredPoint(0.001, k)` is the 99.9 % point. */
export function chiSquaredPoint(share: number, degrees: number): number {
  return degrees === 0 ? 0 : pointOfTail((x) => chiSquaredTail(x, degrees), share, 0)
}
