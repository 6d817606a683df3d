/** Small values the conformance tests are written with. */
import { type Verification, type VerifyOptions, verifyChain } from '../../audit/verify.ts'
import type { Fact } from '../../ports/facts.ts'
import type { JournalRow, Lease, LeaseTerms, NewIntervention, NewSession, Store } from '../../ports/store.ts'

export type Changes = Partial<NewSession['mirror']> & Partial<Pick<NewSession, 'owner' | 'waits'>>

export function newSession(id: string, changes: Changes = {}): NewSession {
  const { owner = 'local', waits, ...mirror } = changes
  return {
    id,
    owner,
    mirror: {
      loop: 'react',
      loopVersion: 1,
      provider: null,
      title: `Title of ${id}`,
      thread: 'thr_1',
      status: 'queued',
      persona: null,
      arm: null,
      createdAt: 1000,
      ...mirror,
    },
    ...(waits && { waits }),
    facts: [{ seq: 1, at: 1000, type: 'session.created', data: { goal: id } }],
  }
}

export function terms(worker: string, now = 1000): LeaseTerms {
  return { worker, leaseMs: 500, now }
}

/** A session that runs under a lease of `worker-a` until 1500. */
export async function running(store: Store, id = 'ses_1'): Promise<Lease> {
  return held(await store.sessions.create(newSession(id), terms('worker-a')))
}

export async function acquired(store: Store, id: string, worker: string, now?: number): Promise<Lease> {
  return held(await store.sessions.acquire(id, terms(worker, now)))
}

function held(lease: Lease | undefined): Lease {
  if (lease === undefined) throw new Error('The store gave no lease.')
  return lease
}

/** The next fact of a lease. */
export function next(lease: Lease, fact: Partial<Fact> = {}): Fact {
  return { seq: lease.head.seq + 1, at: 2000, type: 'note', ...fact }
}

export function facts(first: number, count: number): Fact[] {
  return Array.from({ length: count }, (_, i) => ({
    seq: first + i,
    at: 2000 + i,
    type: 'step.finished',
    path: `act#${first + i}`,
    kind: 'tool',
    result: { n: first + i },
  }))
}

export function intervention(id: string, changes: Partial<NewIntervention> = {}): NewIntervention {
  return { id, session: 'ses_1', action: 'steer', body: { text: id }, by: 'ann', at: 3000, key: null, ...changes }
}

/** Ends a session under its lease. */
export async function end(store: Store, lease: Lease): Promise<void> {
  const ended = next(lease, { type: 'session.ended', data: { outcome: 'answered' } })
  await store.journal.append(lease, [ended], {
    mirror: { status: 'completed', outcome: 'answered', state: 'ended' },
  })
}

/** An append that may fail in either of the two ways a store may choose: at once, or by its promise. */
export async function appending(store: Store, ...args: Parameters<Store['journal']['append']>): Promise<void> {
  await store.journal.append(...args)
}

export async function seqs(store: Store, id = 'ses_1'): Promise<number[]> {
  return (await store.journal.read(id, 1)).map(({ seq }) => seq)
}

/** Whether the journal of a session is what was written, by what the store tells of both. */
export async function verified(store: Store, id = 'ses_1', options?: VerifyOptions): Promise<Verification> {
  const session = await store.sessions.get(id)
  if (session === undefined) throw new Error(`There is no session ${id}.`)
  return verifyChain(session, await store.journal.read(id, 1), store.keys, options)
}

export function lastOf(rows: readonly JournalRow[]): JournalRow {
  const last = rows.at(-1)
  if (last === undefined) throw new Error('The journal is empty.')
  return last
}

/** Waits until it is so: a store may tell of changes a little later. */
export async function eventually(isSo: () => boolean): Promise<void> {
  for (let tries = 0; !isSo() && tries < 200; tries++) await pause(10)
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
