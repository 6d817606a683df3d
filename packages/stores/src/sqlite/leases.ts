/** Who may write a session: one worker at a time, until its lease runs out or its process dies. */
import type { StatementSync } from 'node:sqlite'
import { genesis, type Lease, type LeaseTerms } from '@gyre/core'
import { atMost, type Connection } from './connection.ts'
import type { GroupCommit } from './group-commit.ts'
import type { SqliteJournal } from './journal.ts'
import { isDeadWorker } from './worker-identity.ts'

type Standing = {
  readonly sid: number
  readonly owner: string
  readonly state: string
  readonly worker: string | null
  readonly lease_until: number | null
  readonly token: number
  readonly wake_seq: number
}

type Taken = Pick<Standing, 'sid' | 'token' | 'wake_seq'> & { readonly head: Lease['head'] }

export class Leases {
  readonly #commits: GroupCommit
  readonly #journal: SqliteJournal
  readonly #standing: StatementSync
  readonly #take: StatementSync
  readonly #head: StatementSync
  readonly #renew: StatementSync
  readonly #park: StatementSync
  readonly #release: StatementSync
  readonly #workers: StatementSync
  readonly #abandoned: StatementSync

  constructor(connection: Connection, commits: GroupCommit, journal: SqliteJournal) {
    this.#commits = commits
    this.#journal = journal
    this.#standing = connection.prepare(
      'SELECT sid, owner, state, worker, lease_until, token, wake_seq FROM session WHERE id = ?',
    )
    this.#take = connection.prepare(`
      UPDATE session SET state = 'running', worker = ?, lease_until = ?, token = token + 1 WHERE sid = ?`)
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
    this.#abandoned = connection.prepare(`
      SELECT id FROM session WHERE state IN ('queued', 'running')
        AND (state = 'queued' OR lease_until < ? OR worker IN (SELECT value FROM json_each(?)))
      ORDER BY sid LIMIT ?`)
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

  abandoned(now: number, limit: number): Promise<readonly string[]> {
    return this.#commits.read(() => {
      const workers = this.#workers.all(now).map((row) => String(row['worker']))
      const dead = workers.filter(isDeadWorker)
      return this.#abandoned.all(now, JSON.stringify(dead), atMost(limit)).map((row) => String(row['id']))
    })
  }

  #takeOver(id: string, terms: LeaseTerms): Taken | undefined {
    const standing = this.#standing.get(id) as unknown as Standing | undefined
    if (standing === undefined || !isFree(standing, terms.now)) return undefined
    const { sid, owner, token, wake_seq } = standing
    this.#take.run(terms.worker, terms.now + terms.leaseMs, sid)
    const head = this.#head.get(sid) as unknown as Lease['head'] | undefined
    return { sid, token: token + 1, wake_seq, head: { ...(head ?? { seq: 0, chain: genesis({ id, owner }) }) } }
  }
}

function isFree({ state, worker, lease_until }: Standing, now: number): boolean {
  if (state === 'queued' || state === 'parked') return true
  if (state !== 'running') return false
  return (lease_until ?? 0) < now || (worker !== null && isDeadWorker(worker))
}
