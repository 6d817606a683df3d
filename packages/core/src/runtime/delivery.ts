/** One result for one target: how it stands, and what an attempt makes of it. */
import type { DeliveryFailure } from '../ports/delivery.ts'

/** How the delivery of one result to one target stands; times are ms since 1970. */
export type Delivery = {
  readonly session: string
  readonly target: string
  readonly state: 'pending' | 'delivered' | 'failed'
  /** Attempts that were begun. */
  readonly attempts: number
  /** Why the last attempt came to nothing. */
  readonly error: string | null
  /** When it is tried next, in ms; null when it is settled. */
  readonly nextAt: number | null
  /** When it arrived or was given up, in ms. */
  readonly settledAt: number | null
}

/** The last of them is made 83 minutes after the first: a target may be down for an hour. */
export const mostAttempts = 8
const firstWaitMs = 1000
/** A target that wants to be left alone for longer is asked again all the same. */
const longestWaitMs = 3_600_000
const mostOfError = 300

/** It names the delivery everywhere: in the store, among processes, and to the target. */
export function deliveryKey({ session, target }: Pick<Delivery, 'session' | 'target'>): string {
  return `${session}/${target}`
}

export function pendingDelivery(session: string, target: string, now: number): Delivery {
  return { session, target, state: 'pending', attempts: 0, error: null, nextAt: now, settledAt: null }
}

/** After so many attempts: 1 s, 4 s, 16 s, 64 s, 256 s, 1024 s, an hour. */
export function waitAfter(attempts: number): number {
  return Math.min(firstWaitMs * 4 ** (attempts - 1), longestWaitMs)
}

/**
 * As it is written down before an attempt: one that is cut short by a crash counts, and is followed by another in its
 * time. So a target that brings the process down is not called for ever.
 */
export function begun(delivery: Delivery, now: number): Delivery {
  const attempts = delivery.attempts + 1
  return { ...delivery, attempts, nextAt: now + waitAfter(attempts) }
}

/** As an attempt leaves it; without a failure it has arrived. */
export function attempted(delivery: Delivery, failure: DeliveryFailure | undefined, now: number): Delivery {
  if (!failure) return { ...delivery, state: 'delivered', error: null, nextAt: null, settledAt: now }
  const error = failure.error.slice(0, mostOfError).toWellFormed()
  if (failure.isFinal || delivery.attempts >= mostAttempts) return givenUp(delivery, error, now)
  const wait = Math.max(waitAfter(delivery.attempts), Math.min(askedFor(failure), longestWaitMs))
  return { ...delivery, error, nextAt: now + wait }
}

/** What is no number would leave it without a next attempt; what is negative is less than any wait. */
function askedFor({ retryAfterMs = 0 }: DeliveryFailure): number {
  return Number.isFinite(retryAfterMs) ? Math.ceil(retryAfterMs) : 0
}

export function givenUp(delivery: Delivery, error: string, now: number): Delivery {
  return { ...delivery, state: 'failed', error, nextAt: null, settledAt: now }
}
