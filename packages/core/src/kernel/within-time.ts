/** A call of a model ends when the time is up that its loop may work, and not when the provider is done with it. */
import { GyreError } from '../errors.ts'
import type { Account } from './account.ts'
import type { Scope } from './scope.ts'

/**
 * Does the work until the nearest limit of time, here or further up. Tools are not cut off: they have a time of their
 * own, and what they do to the world is not undone by looking away.
 */
export async function withinTime<T>(scope: Scope, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const { session, ahead } = scope
  const own = ahead ? AbortSignal.any([session.signal, ahead.signal]) : session.signal
  const limited = limitedBy(scope)
  if (!limited) return work(own)
  const stop = new AbortController()
  // Before the time runs: a reply that comes with its end has come.
  const working = work(AbortSignal.any([own, stop.signal]))
  const end = timeUp(scope, limited)
  try {
    return await Promise.race([working, end.rejected])
  } finally {
    end.cancel()
    stop.abort()
  }
}

/** The account whose time ends first. Where a person is asked for more, that of the session does not end the call. */
function limitedBy({ run, session }: Scope): Account | undefined {
  const asks = session.definition.budget.onExhausted === 'ask'
  return run.account.firstOutOfTime(session.activity, asks ? session.budget.account : undefined)
}

function timeUp(scope: Scope, account: Account) {
  const { clock, activity, budget, definition } = scope.session
  const { promise: rejected, reject } = Promise.withResolvers<never>()
  let cancel = () => {}
  const wait = () => {
    const left = account.timeLeft(activity) ?? 0
    // The time stands still while the session is paused or waits for a person: it is looked at again.
    if (left > 0) cancel = clock.after(left, wait)
    else if (definition.budget.onExhausted === 'fail')
      reject(new GyreError('budget-exhausted', 'The limit of activeMs is reached.', { resource: 'activeMs' }))
    else reject(budget.wrapUp(scope, account, 'limit:time'))
  }
  wait()
  rejected.catch(() => {})
  return { rejected, cancel: () => cancel() }
}
