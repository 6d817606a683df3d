/** What sessions are run with: workers, and PostgreSQL behind them. */
export type Fleet = {
  /** Worker processes over all shards, with a core each. As many as `workersNeeded` says when left out. */
  readonly workers?: number | undefined
  /** Sessions a worker runs at once. */
  readonly concurrency: number
  /** PostgreSQL servers. A session is on one of them, by its hash, and a worker works for one. */
  readonly shards: number
  /** Sessions on the busiest shard against the mean of them: 1 when they are even. */
  readonly skew: number
  /** Cores of each PostgreSQL. */
  readonly cores: number
  /** A lease is renewed three times while it lasts. */
  readonly leaseMs: number
  /** Offers that come within this time are claimed together. */
  readonly claimEveryMs: number
  /** Sessions a worker claims at once, at most. */
  readonly claimBatch: number
}

export const usualFleet: Fleet = {
  concurrency: 100,
  shards: 1,
  skew: 1,
  cores: 1,
  leaseMs: 3000,
  claimEveryMs: 5,
  claimBatch: 10,
}

/** Steps whose rows go to PostgreSQL in one statement, at most. */
export const mostSteps = 250

/** How busy workers may be at the peak where their number is not stated. */
export const workerTarget = 0.7
