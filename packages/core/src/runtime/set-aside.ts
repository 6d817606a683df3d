/**
 * A session whose facts the store refuses waits for a person. Whoever went on with it would make the same call of a model
 * again, pay for it, and be refused again; a store that cannot be reached is another matter.
 */
import { GyreError } from '../errors.ts'
import type { Json } from '../json.ts'
import type { Lease, LeaseTerms, Store } from '../ports/store.ts'

const refusals: ReadonlySet<string> = new Set(['store-failed', 'store-full', 'store-corrupt'])

export function isRefusal(error: unknown): error is GyreError {
  return error instanceof GyreError && refusals.has(error.code)
}

/** `reason` is what an error says, without secrets; `terms` are those of the moment in which they are asked for. */
export type Refusal = { readonly reason: Json; terms(): LeaseTerms }

/**
 * Parks it first, so that nobody takes it meanwhile, then says why, under a lease of its own: one whose append failed is
 * over. False when something was sent to it, or it is another's by now: then it is not for us to say.
 */
export async function setAside(
  { sessions, journal }: Pick<Store, 'sessions' | 'journal'>,
  lease: Lease,
  { reason, terms }: Refusal,
): Promise<boolean> {
  if (!(await sessions.park(lease))) return false
  const now = terms()
  const next = await sessions.acquire(lease.session, now)
  if (!next) return true
  try {
    const data = { status: 'waiting', error: reason }
    const fact = { seq: next.head.seq + 1, at: now.now, type: 'session.status', data } as const
    await journal.append(next, [fact], { mirror: { status: 'waiting' } })
  } finally {
    // What came since it was last looked at has not been read by anybody.
    if (!(await sessions.park({ ...next, wakeSeq: lease.wakeSeq }))) await sessions.release(next)
  }
  return true
}
