/** Who may write a session: one worker at a time, until its lease runs out or its process dies. */
import type { Lease, LeaseTerms } from '@gyre/core'
import { isDeadWorker } from '../worker-identity.ts'
import { Acquisition } from './acquisition.ts'
import { atMost } from './at-most.ts'
import type { Changes } from './changes.ts'
import type { Database } from './database.ts'
import type { PostgresJournal } from './journal.ts'
import { passing, type ServerClock, waitedSql } from './server-clock.ts'
import { onceOrAgain } from './uncertain.ts'

export type LeasesOptions = {
  readonly database: Database
  readonly journal: PostgresJournal
  readonly changes: Changes
  readonly clock: ServerClock
}

/** The first number of the lock that a live worker holds over its listening connection; the second is its own. */
export const livenessLock = 4242

/**
 * In the order of `sid`, as everybody who locks several. A session that its holder ended or parked meanwhile is not
 * lost, and has no lease to extend. Time goes on while one of the rows is waited for: it is told when all are held.
 * They are found by their numbers: a join would have the server guess how many there are, and look through all for each.
 */
const renewAll = `
  WITH held AS MATERIALIZED (
    SELECT s.sid, s.id, s.token, s.wake_seq, s.state
    FROM unnest($1::text[], $2::bigint[]) l (id, token) JOIN session s ON s.id = l.id AND s.token = l.token
    ORDER BY s.sid FOR NO KEY UPDATE OF s
  ), late AS MATERIALIZED (
    SELECT ${waitedSql} AS waited FROM (SELECT count(*) FROM held) all_of_them
  ), renewed AS (
    UPDATE session s SET lease_until = greatest(s.lease_until, $3 + (SELECT waited FROM late))
    WHERE s.sid = ANY (ARRAY(SELECT sid FROM held WHERE state = 'running'))
  )
  SELECT id, token, wake_seq FROM held`

const parkOne = `
  UPDATE session SET state = 'parked', worker = NULL, lease_until = NULL
  WHERE id = $1 AND token = $2 AND wake_seq = $3 AND state = 'running' RETURNING sid`

/** It may have been parked before the connection broke, and woken since. */
const parkAgain = `
  WITH parked AS (${parkOne})
  SELECT sid FROM parked
  UNION ALL SELECT sid FROM session WHERE id = $1 AND token = $2 AND state IN ('parked', 'queued')`

const releaseOne = `
  UPDATE session SET state = 'queued', worker = NULL, lease_until = NULL, offered_at = NULL
  WHERE id = $1 AND token = $2 AND state = 'running'`

const workersWithLeases = `
  SELECT DISTINCT worker FROM session WHERE state = 'running' AND lease_until >= $1 AND worker IS NOT NULL`

/** Of the queued sessions, which may be very many, as many are read as are asked for. */
const findAbandoned = `
  SELECT id FROM (
    (SELECT id, priority, sid FROM session
      WHERE state = 'queued' AND (not_before IS NULL OR not_before <= $1) ORDER BY priority DESC, sid LIMIT $3)
    UNION ALL
    (SELECT id, priority, sid FROM session
      WHERE state = 'running' AND (lease_until < $1 OR worker = ANY ($2::text[])) ORDER BY priority DESC, sid LIMIT $3)
  ) found
  ORDER BY priority DESC, sid LIMIT $3`

const findAbandonedAmong = `
  SELECT id FROM session WHERE id = ANY ($4::text[]) AND (
    (state = 'queued' AND (not_before IS NULL OR not_before <= $1))
    OR (state = 'running' AND (lease_until < $1 OR worker = ANY ($2::text[]))))
  ORDER BY priority DESC, sid LIMIT $3`

type Renewed = { readonly id: string; readonly token: number; readonly wake_seq: number }

export class PostgresLeases {
  readonly #options: LeasesOptions
  readonly #acquisition: Acquisition

  constructor(options: LeasesOptions) {
    this.#options = options
    this.#acquisition = new Acquisition(options.database)
  }

  async acquire(id: string, terms: LeaseTerms): Promise<Lease | undefined> {
    const passed = passing()
    const offset = await this.#options.clock.offset()
    const taken = await this.#acquisition.take({ id, terms: { ...terms, now: terms.now + offset }, passed })
    return taken && this.#options.journal.hold(taken.lease, taken.sid)
  }

  async renew(leases: readonly Lease[], { now, leaseMs }: LeaseTerms): Promise<readonly string[]> {
    if (leases.length === 0) return []
    const { clock, database, changes } = this.#options
    const passed = passing()
    const until = now + (await clock.offset()) + leaseMs
    const values = () => [leases.map(({ session }) => session), leases.map(({ token }) => token), until + passed()]
    // There is another third of a lease left to ask again in.
    const rows = await database.urgentRows<Renewed>(renewAll, values, leaseMs / 3)
    const held = new Map(rows.map((row) => [row.id, row]))
    const isHeld = (lease: Lease) => held.get(lease.session)?.token === lease.token
    for (const lease of leases) {
      if (isHeld(lease) && held.get(lease.session)?.wake_seq !== lease.wakeSeq) changes.saw(lease.session)
    }
    return leases.filter((lease) => !isHeld(lease)).map(({ session }) => session)
  }

  async park({ session, token, wakeSeq }: Lease): Promise<boolean> {
    const { journal, database, changes } = this.#options
    await journal.written(session)
    const values = [session, token, wakeSeq]
    const parked = await onceOrAgain(
      () => database.rowsOnce(parkOne, values),
      () => database.rows(parkAgain, values),
    )
    if (parked.length === 0) return false
    changes.wrote(session)
    return true
  }

  async release({ session, token }: Lease): Promise<void> {
    const { journal, database } = this.#options
    await journal.written(session)
    await database.rows(releaseOne, [session, token])
  }

  async abandoned(now: number, limit: number, among?: readonly string[]): Promise<readonly string[]> {
    const { clock, database } = this.#options
    const at = now + (await clock.offset())
    const workers = await database.rows<{ worker: string }>(workersWithLeases, [at])
    const dead = workers.map(({ worker }) => worker).filter(isDeadWorker)
    const asked = [at, dead, atMost(limit)]
    const rows = among
      ? await database.rows<{ id: string }>(findAbandonedAmong, [...asked, among])
      : await database.rows<{ id: string }>(findAbandoned, asked)
    return rows.map(({ id }) => id)
  }
}
