/** Failures in a row. */

/** How many of the last results failed without one that worked between them. */
export function failureStreak(worked: readonly boolean[]): number {
  const lastSuccess = worked.lastIndexOf(true)
  return worked.length - 1 - lastSuccess
}

/** Whether so many failed in a row that going on is pointless. */
export function isStuck(worked: readonly boolean[], threshold: number): boolean {
  return threshold > 0 && failureStreak(worked) >= threshold
}
