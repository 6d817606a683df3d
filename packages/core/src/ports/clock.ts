/** Time and identity, so that tests can own both. */
export type Clock = {
  /** Milliseconds since 1970, UTC. */
  now(): number
  /**
   * Calls back once after so many milliseconds; the function returned takes that back. A process
   * does not stay alive for it, unless it is told to.
   */
  after(ms: number, call: () => void, options?: { readonly keepsAlive?: boolean }): () => void
}

/** What an id is of: a session, a thread, an intervention, a memory or a document. */
export type IdPrefix = 'ses' | 'thr' | 'itv' | 'mem' | 'doc'

/** Where ids come from. */
export type Ids = {
  /** A new id, `prefix_` and a UUIDv7: sorted by time of making. */
  next(prefix: IdPrefix): string
}
