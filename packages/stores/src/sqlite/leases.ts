/** Who may write a session: one worker at a time, until its lease runs out or its process dies. */
import type { StatementSync } from 'node:sqlite'
import { genesis, type Lease, type LeaseTerms } from '@gyre/core'
import { capsOn, type Kind } from '../session-limits.ts'
import { isDeadWorker } from '../worker-identity.ts'
import { atMost, type Connection } from './connection.ts'
import type { GroupCommit } from './group-commit.ts'
import type { SqliteJournal } from './journal.ts'

type Standing = Kind & {
  readonly sid: number
  readonly state: string
  readonly worker: string | null
  readonly lease_until: number | null
  readonly token: number
  readonly wake_seq: number
}

type Taken = Pick<Standing, 'sid' | 'token' | 'wake_seq'> & { readonly head: Lease['head'] }

/** The plus leaves the index on states as the only one: few sessions run, an owner may have very many. */
export function countRunning(by: keyof Kind): string {
  return `SELECT count(*) AS n FROM session WHERE state = 'running' AND +${by} = ?`
}

/**
 * Two lists that SQLite merges: of the queued sessions, which may be very many, it reads as many as it is asked for. It
 * would take the index on states by itself, and sort them all.
 */
export const findAbandoned = `
  SELECT id, priority, sid FROM session INDEXED BY session_queued
    WHERE state = 'queued' AND (not_before IS NULL OR not_before <= ?1)
  UNION ALL
  SELECT id, priority, sid FROM session
    WHERE state = 'running' AND (lease_until < ?1 OR worker IN (SELECT value FROM json_each(?2)))
  ORDER BY priority DESC, sid LIMIT ?3`

const findAbandonedAmong = `
  SELECT id FROM session WHERE id IN (SELECT value FROM json_each(?4)) AND (
    (state = 'queued' AND (not_before IS NULL OR not_before <= ?1))
    OR (state = 'running' AND (lease_until < ?1 OR worker IN (SELECT value FROM json_each(?2)))))
  ORDER BY priority DESC, sid LIMIT ?3`

export class Leases {
  readonly #commits: GroupCommit
  readonly #journal: SqliteJournal
  readonly #standing: StatementSync
  readonly #counts: Readonly<Record<keyof Kind, StatementSync>>
  readonly #take: StatementSync
  readonly #head: StatementSync
  readonly #renew: StatementSync
  readonly #park: StatementSync
  readonly #release: StatementSync
  readonly #workers: StatementSync
  readonly #abandoned: StatementSync
  readonly #abandonedAmong: StatementSync

  constructor(connection: Connection, commits: GroupCommit, journal: SqliteJournal) {
    this.#commits = commits
    this.#journal = journal
    this.#standing = connection.prepare(
      'SELECT sid, owner, persona, provider, state, worker, lease_until, token, wake_seq FROM session WHERE id = ?',
    )
    this.#counts = {
      owner: connection.prepare(countRunning('owner')),
      persona: connection.prepare(countRunning('persona')),
      provider: connection.prepare(countRunning('provider')),
    }
    this.#take = connection.prepare(`
      UPDATE session SET state = 'running', worker = ?, lease_until = ?, token = token + 1, not_before = NULL WHERE sid = ?`)
    this.#head = connection.prepare('SELECT seq, chain FROM journal WHERE sid = ? ORDER BY seq DESC LIMIT 1')
    // A session that its holder ended or parked meanwhile is not lost, and has no lease to extend.
    this.#renew = connection.prepare(`
      UPDATE session SET lease_until = iif(state = 'running', ?, lease_until) WHERE id = ? AND token = ?`)
    this.#park = connection.prepare(`
      UPDATE session SET state = 'parked', worker = NULL, lease_until = NULL
      WHERE id = ? AND token = ? AND wake_seq = ? AND state = 'running'`)
    this.#release = connection.prepare(`
      UPDATE session SET state = 'queued', worker = NULL, lease_until = NULL
      WHERE id = ? AND token = ? AND state = 'running'`)
    this.#workers = connection.prepare(`
      SELECT DISTINCT worker FROM session WHERE state = 'running' AND lease_until >= ? AND worker IS NOT NULL`)
    this.#abandoned = connection.prepare(findAbandoned)
    this.#abandonedAmong = connection.prepare(findAbandonedAmong)
  }

  async acquire(id: string, terms: LeaseTerms): Promise<Lease | undefined> {
    const taken = await this.#commits.write({ rows: 1, isSingle: false, apply: () => this.#takeOver(id, terms) })
    if (taken === undefined) return undefined
    const lease = { session: id, token: taken.token, wakeSeq: taken.wake_seq, head: taken.head }
    return this.#journal.hold(lease, taken.sid)
  }

  renew(leases: readonly Lease[], { now, leaseMs }: LeaseTerms): Promise<readonly string[]> {
    return this.#commits.write({
      rows: leases.length,
      isSingle: leases.length === 1,
      apply: () =>
        leases
          .filter((lease) => this.#renew.run(now + leaseMs, lease.session, lease.token).changes === 0)
          .map((lease) => lease.session),
    })
  }

  park(lease: Lease): Promise<boolean> {
    const { session, token, wakeSeq } = lease
    return this.#commits.write({
      rows: 1,
      isSingle: true,
      apply: () => this.#park.run(session, token, wakeSeq).changes === 1,
    })
  }

  release(lease: Lease): Promise<void> {
    return this.#commits.write({
      rows: 1,
      isSingle: true,
      apply: () => {
        this.#release.run(lease.session, lease.token)
      },
    })
  }

  abandoned(now: number, limit: number, among?: readonly string[]): Promise<readonly string[]> {
    return this.#commits.read(() => {
      const workers = this.#workers.all(now).map((row) => String(row['worker']))
      const dead = workers.filter(isDeadWorker)
      const asked = [now, JSON.stringify(dead), atMost(limit)] as const
      const rows = among ? this.#abandonedAmong.all(...asked, JSON.stringify(among)) : this.#abandoned.all(...asked)
      return rows.map((row) => String(row['id']))
    })
  }

  #takeOver(id: string, terms: LeaseTerms): Taken | undefined {
    const standing = this.#standing.get(id) as unknown as Standing | undefined
    if (standing === undefined || !isFree(standing, terms.now)) return undefined
    if (standing.state !== 'running' && !this.#hasRoom(standing, terms.limits)) return undefined
    const { sid, owner, token, wake_seq } = standing
    this.#take.run(terms.worker, terms.now + terms.leaseMs, sid)
    const head = this.#head.get(sid) as unknown as Lease['head'] | undefined
    return { sid, token: token + 1, wake_seq, head: { ...(head ?? { seq: 0, chain: genesis({ id, owner }) }) } }
  }

  /** Exact, because whoever asks is in the transaction that takes the session. */
  #hasRoom(kind: Kind, limits: LeaseTerms['limits']): boolean {
    return capsOn(kind, limits).every(({ by, value, most }) => Number(this.#counts[by].get(value)?.['n']) < most)
  }
}

function isFree({ state, worker, lease_until }: Standing, now: number): boolean {
  if (state === 'queued' || state === 'parked') return true
  if (state !== 'running') return false
  return (lease_until ?? 0) < now || (worker !== null && isDeadWorker(worker))
}
