/**
 * What things cost, as measured: the one place to change when they are measured anew.
 *
 * By `npm run bench:postgres -- costs`, on PostgreSQL 18 with fsync on, where workers and server shared two cores, over
 * loopback. What is PostgreSQL's is the time that all its processes were busy; what is a worker's, that its process was.
 */
export type Measured = {
  /** PostgreSQL: a statement, whatever it holds, without waiting for the disk. */
  readonly statementMs: number
  /** PostgreSQL: each row of a statement that appends to journals. */
  readonly rowMs: number
  /** Until a commit is on disk. Nobody's core is busy meanwhile, and commits that come together share it. */
  readonly commitMs: number
  /** PostgreSQL: each lease of a statement that renews them. */
  readonly renewalMs: number
  /** PostgreSQL: each session of a statement that hands them to a worker. */
  readonly claimMs: number
  /** PostgreSQL: a session that is made and offered, or an answer that wakes one. */
  readonly offerMs: number
  /** How long each offer keeps the lock that commits with a NOTIFY take turns at. */
  readonly notifyMs: number
  /** A worker's core: what the loop and the journal do for a step. */
  readonly stepCpuMs: number
  /** A worker's core: reading the reply of a model as it is streamed. */
  readonly streamCpuMs: number
  /** A worker's core: each step that is gone over again when a session is resumed. */
  readonly replayCpuMs: number
  /** Rows of the journal a step appends. */
  readonly rowsPerStep: number
  /** What a step takes in the database. */
  readonly bytesPerStep: number
}

/** What a step, a claim and a notification cost on the machine they were measured on. */
export const measured: Measured = {
  // A row by itself takes 0.17 ms, 50 rows of as many sessions take 0.83, and 200 take 2.4.
  statementMs: 0.16,
  rowMs: 0.012,
  // By the clock a row takes 0.39 ms, and 0.25 where nobody waits for the disk.
  commitMs: 0.14,
  // 200 leases in one statement take 1.4 ms.
  renewalMs: 0.006,
  // Ten sessions taken by one statement, in a transaction of several, take 0.53 ms.
  claimMs: 0.037,
  // One by itself; of 200 at once each takes a tenth of it.
  offerMs: 1.1,
  // Eight at once, each a commit that tells others: so long for each, by the clock.
  notifyMs: 0.22,
  // An iteration in 50 sessions at once, with the store and all that is journaled.
  stepCpuMs: 0.063,
  // 200 pieces of a reply over plain HTTP, each in a packet of its own, read by the AI SDK: 36 ms of a core each for 10
  // replies at once, then 20 for 50, then 14 for 100. One run, in this order, so part of the fall is code getting warm.
  // This is the lowest of the three, for a worker with full slots; with TLS it is more.
  streamCpuMs: 14,
  // Both records of an iteration, its prompt and its result.
  replayCpuMs: 0.049,
  // 43 rows for 20 iterations: the reply, the result of the tool, and three for the session.
  rowsPerStep: 2,
  // With short texts. What is said comes on top of it: add how long replies and results are.
  bytesPerStep: 1100,
}
