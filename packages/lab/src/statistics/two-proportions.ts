/** Whether one share is larger than another. */

export type Count = { readonly successes: number; readonly n: number }

export function rateOf({ successes, n }: Count): number {
  return successes / n
}

/** The standard deviation of the difference of two shares, were both the same. */
export function differenceSigma(a: Count, b: Count): number {
  const together = (a.successes + b.successes) / (a.n + b.n)
  return Math.sqrt(together * (1 - together) * (1 / a.n + 1 / b.n))
}

/** How many standard deviations `a` succeeds more often than `b`. */
export function twoProportionZ(a: Count, b: Count): number {
  const difference = rateOf(a) - rateOf(b)
  // All of both or none of both: no spread, and no difference either.
  return difference === 0 ? 0 : difference / differenceSigma(a, b)
}
