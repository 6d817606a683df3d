/**
 * What things cost, as measured: the one place to change when they are measured anew.
 *
 * PostgreSQL 15 with fsync on, workers and clients shared two cores, over loopback. So what is counted as PostgreSQL's
 * holds the client's share of the work, and a machine of its own does better than this.
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

export const measured: Measured = {
  // The group writer took 529 µs for one row, 290 of them for the disk, and 43 µs a row for 50 sessions at once, with
  // 1, 2 or 4 lanes: statement + row + commit = 529 µs, and statement / 50 + row = 43 µs.
  statementMs: 0.2,
  rowMs: 0.039,
  // 386 µs for an insert with synchronous_commit, 85 µs without it. The disk alone takes 0.13 ms.
  commitMs: 0.29,
  // Not measured on its own: taken for that of a row.
  renewalMs: 0.039,
  // 2694 sessions/s acquired in batches, stepped once and ended: 371 µs each, less two rows.
  claimMs: 0.29,
  // 2162 offers/s from 50 at once.
  offerMs: 0.46,
  // 1031 offers/s once each has a NOTIFY.
  notifyMs: 0.97,
  // 20 to 40 µs for an iteration in memory, and about 60 for the store.
  stepCpuMs: 0.1,
  // 200 pieces of a reply over plain HTTP, each in a packet of its own, read by the AI SDK: 36 ms of a core each for 10
  // replies at once, then 20 for 50, then 14 for 100. One run, in this order, so part of the fall is code getting warm.
  // This is the lowest of the three, for a worker with full slots; with TLS it is more.
  streamCpuMs: 14,
  // A resume of 1000 steps: 53 µs a step.
  replayCpuMs: 0.053,
  // 43 rows for 20 iterations: the reply, the result of the tool, and three for the session.
  rowsPerStep: 2,
  // The bound of 40 kB for a run of 20 iterations with short texts; SQLite took 17.5. Long prompts take more.
  bytesPerStep: 2000,
}
