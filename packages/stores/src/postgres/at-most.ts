/** A limit as PostgreSQL takes it: null is without limit. */
export function atMost(limit: number | undefined): number | null {
  return limit === undefined || limit === Number.POSITIVE_INFINITY ? null : Math.max(0, Math.trunc(limit))
}
