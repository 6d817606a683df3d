/** A limit as PostgreSQL takes it, for any limit of a port. */
export function atMost(limit = Number.POSITIVE_INFINITY): number {
  return Math.min(Math.max(0, Math.trunc(limit)), Number.MAX_SAFE_INTEGER)
}
