/** Reserving a step's budget before it is made, and what happens when there is none. */
import { GyreError } from '../errors.ts'
import type { Shortfall } from './account.ts'
import type { Amounts } from './amounts.ts'
import type { Attempt } from './attempt.ts'
import { limitWord } from './limits.ts'
import type { Outcome } from './outcome.ts'
import type { Scope } from './scope.ts'
import { Cut } from './wrap-up.ts'

const noNeed: Amounts = {}

/** Reserves what a step needs. Nothing to wait for when it fits. */
export function reserve(attempt: Attempt): Promise<void> | undefined {
  const need = needOf(attempt)
  if (shortfallOf(attempt, need)) return reserveLater(attempt)
  attempt.hold = attempt.scope.run.account.hold(need)
  return undefined
}

/** Nothing is estimated where nothing is limited. */
function needOf({ scope, verb }: Attempt): Amounts {
  return verb.need && scope.run.account.isBounded ? verb.need() : noNeed
}

function shortfallOf({ scope, verb }: Attempt, need: Amounts): Shortfall | undefined {
  const { account } = scope.run
  if (verb.asksForMore) return undefined
  if (!verb.isLast) return account.shortfall(need, scope.session.activity)
  // Its own account has kept it back, unless the loop went on asking until that was spent too.
  if (account.isSpent(account.refusals > 0 ? 'anything' : 'modelCalls'))
    throw new GyreError('budget-exhausted', 'Not even the last answer is left of the budget.')
  return account.parent?.shortfall(need, scope.session.activity)
}

async function reserveLater(attempt: Attempt): Promise<void> {
  const { scope, verb } = attempt
  for (;;) {
    // Estimated anew: what has ended meanwhile shows what such a call costs.
    const need = needOf(attempt)
    const shortfall = shortfallOf(attempt, need)
    if (!shortfall) {
      attempt.hold = scope.run.account.hold(need)
      return
    }
    // What calls in flight hold may come free: they mostly cost less than they reserved.
    if (shortfall.account.isHeld(shortfall.resource))
      await scope.session.activity.standBy(shortfall.account.settled(), scope.hosts + 1)
    else await exhausted(scope, verb.path, shortfall)
    await attempt.supervisedAgain()
  }
}

/** Returns when a person was asked for more; else throws, or never returns to a loop that does not listen. */
async function exhausted(scope: Scope, path: string, { account, resource }: Shortfall): Promise<void> {
  const outcome = `limit:${limitWord(resource)}` as const
  if (scope.session.budget.losesPatience(scope, account)) throw new Cut(account, outcome)
  const policy = account.ending ? 'wrap-up' : scope.session.definition.budget.onExhausted
  if (policy === 'fail') throw new GyreError('budget-exhausted', `The limit of ${resource} is reached.`, { resource })
  const shortfall = { account, resource }
  if (policy === 'ask' && !account.parent) return askedForMore(scope, path, shortfall, outcome)
  throw scope.session.budget.wrapUp(scope, account, outcome)
}

/** One branch asks for all; the others wait, and look again when it was answered. */
async function askedForMore(
  scope: Scope,
  path: string,
  { account, resource }: Shortfall,
  outcome: Outcome,
): Promise<void> {
  const { session } = scope
  if (account.isAsking) return session.activity.block('waiting', scope.hosts + 1)
  account.isAsking = true
  try {
    if (!(await session.askForMore(scope, path, resource))) throw session.budget.wrapUp(scope, account, outcome)
  } finally {
    account.isAsking = false
    session.activity.unblock()
  }
}
