/** Means of amounts, whose spread is not known beforehand but measured. */
import type { Interval } from './wilson.ts'

export type Mean = { readonly mean: number; readonly variance: number; readonly n: number }

/** The 97.5 % point of the normal distribution: two-sided 95 %. */
const z95 = 1.959963984540054

/** Amounts that are all the same differ by nothing but what adding them up in another order does. */
const rounding = 1e-9

/** The mean of these, and the variance of one of them. Of fewer than two nothing is known about how they differ. */
export function meanOf(amounts: readonly number[]): Mean {
  const n = amounts.length
  const mean = amounts.reduce((sum, each) => sum + each, 0) / n
  const squares = amounts.reduce((sum, each) => sum + (each - mean) ** 2, 0)
  return { mean, variance: n < 2 ? 0 : squares / (n - 1), n }
}

/** The standard deviation of a mean. */
export function meanSigma({ variance, n }: Omit<Mean, 'mean'>): number {
  return Math.sqrt(variance / n)
}

/** The standard deviation of the difference of two means. */
export function meansSigma(a: Omit<Mean, 'mean'>, b: Omit<Mean, 'mean'>): number {
  return Math.hypot(meanSigma(a), meanSigma(b))
}

export function meanInterval(mean: Mean): Interval {
  const reach = z95 * meanSigma(mean)
  return { low: mean.mean - reach, high: mean.mean + reach }
}

/** How many σ a difference is. One of amounts that are always the same is none, or it is no chance: infinitely many. */
export function zOf(difference: number, sigma: number): number {
  return isNoDifference(difference) ? 0 : difference / sigma
}

export function isNoDifference(difference: number): boolean {
  return Math.abs(difference) <= rounding
}
