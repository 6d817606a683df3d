/** Reserving a step's budget before it is made, and what happens when there is none. */
import { GyreError } from '../errors.ts'
import type { Shortfall } from './account.ts'
import type { Attempt } from './attempt.ts'
import { type Amounts, limitWord } from './limits.ts'
import type { Scope } from './scope.ts'

/** A loop that goes on asking after it was told to wrap up is ended in the end. */
const patience = 32

const noNeed: Amounts = {}

/** Reserves what a step needs. Nothing to wait for when it fits. */
export function reserve(attempt: Attempt): Promise<void> | undefined {
  const { scope, verb } = attempt
  const { account } = scope.run
  const need = verb.need ?? noNeed
  if (account.shortfall(need, scope.session.activeMs)) return reserveLater(attempt, need)
  attempt.hold = account.hold(need)
  return undefined
}

async function reserveLater(attempt: Attempt, need: Amounts): Promise<void> {
  const { scope, verb } = attempt
  const { account } = scope.run
  for (;;) {
    const shortfall = account.shortfall(need, scope.session.activeMs)
    if (!shortfall) {
      attempt.hold = account.hold(need)
      return
    }
    // What calls in flight hold may come free: they mostly cost less than they reserved.
    if (shortfall.account.isHeld(shortfall.resource)) await shortfall.account.settled()
    else await exhausted(scope, verb.path, shortfall)
    await attempt.supervisedAgain()
  }
}

/** Returns when a person granted more; else throws, or never returns when even the reserve is spent. */
async function exhausted(scope: Scope, path: string, { account, resource }: Shortfall): Promise<void> {
  const outcome = `limit:${limitWord(resource)}` as const
  if (account.closing && ++account.refusals > patience) {
    scope.session.cut(account, { answer: null, outcome })
    return scope.session.never()
  }
  const policy = account.closing ? 'wrap-up' : scope.session.definition.budget.onExhausted
  if (policy === 'fail') throw new GyreError('budget-exhausted', `The limit of ${resource} is reached.`, { resource })
  if (policy === 'ask' && !account.parent) {
    const granted = await scope.session.askForMore(scope, path, resource)
    if (granted) {
      account.extend(granted)
      return
    }
  }
  throw scope.session.wrapUp(scope, account, outcome)
}
