/** How often something happens in so many independent trials. */
import { logGamma } from './incomplete-gamma.ts'
import { farthestZ, normalPoint } from './normal.ts'

/** Below so many expected successes, or failures, the curve is too lopsided to be taken for a normal one. */
const fewEvents = 100

/** The standard deviation of a share that is `p`, of `n` trials. */
export function binomialSigma(p: number, n: number): number {
  return Math.sqrt((p * (1 - p)) / n)
}

/** The chance of exactly `k` successes in `n` trials. */
export function binomialAt(k: number, n: number, p: number): number {
  if (k < 0 || k > n) return 0
  if (p <= 0) return k === 0 ? 1 : 0
  if (p >= 1) return k === n ? 1 : 0
  const ways = logGamma(n + 1) - logGamma(k + 1) - logGamma(n - k + 1)
  return Math.exp(ways + k * Math.log(p) + (n - k) * Math.log1p(-p))
}

/** The chance of `k` successes or more. Terms are added from the far end, so that a small tail keeps its digits. */
export function binomialTail(k: number, n: number, p: number): number {
  let sum = 0
  for (let i = n; i >= Math.max(0, k); i -= 1) sum += binomialAt(i, n, p)
  return Math.min(1, sum)
}

/**
 * How far so many successes are from what a chance of `p` gives, in standard deviations.
 *
 * Where few successes, or few failures, are expected, it is the z of the exact tail: three of one expected event are less
 * strange than a normal curve makes them. The outcome itself counts half, so that z is zero on average there too.
 */
export function binomialZ(successes: number, n: number, p: number): number {
  const far = successes - n * p
  if (p <= 0 || p >= 1) return far === 0 ? 0 : Math.sign(far) * farthestZ
  if (n * Math.min(p, 1 - p) >= fewEvents) return far / n / binomialSigma(p, n)
  const half = binomialAt(successes, n, p) / 2
  const above = binomialTail(successes + 1, n, p) + half
  const below = binomialTail(n - successes + 1, n, 1 - p) + half
  return above < below ? normalPoint(above) : -normalPoint(below)
}
