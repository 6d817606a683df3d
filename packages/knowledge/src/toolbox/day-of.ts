/** The day of a time, as it is written. */

/** Such as `2026-01-31`; undefined for a number that is no time. */
export function dayOf(at: number): string | undefined {
  const date = new Date(at)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString().slice(0, 10)
}
