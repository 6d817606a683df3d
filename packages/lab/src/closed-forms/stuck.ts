/** Tasks that stay wrong however often they are tried, unless a reflection unlocks them. */
import { expectedAttempts, type Judge, retrySuccess, sameRates } from './retry.ts'

export type Stuck = Judge & {
  /** The share of all tasks that are stuck. */
  readonly rho: number
  /** An attempt is right, at a task that is not. */
  readonly a: number
  readonly attempts: number
  /** The reflection after an attempt that was turned down unlocks the task: 0 for trying again and no more. */
  readonly u: number
}

export function stuckSuccess(tasks: Stuck): number {
  const { rho, a, attempts } = tasks
  return (1 - rho) * retrySuccess({ ...tasks, rates: sameRates(a, attempts) }) + rho * lockedWalk(tasks).success
}

export function stuckAttempts(tasks: Stuck): number {
  const { rho, a, attempts } = tasks
  return (1 - rho) * expectedAttempts({ ...tasks, rates: sameRates(a, attempts) }) + rho * lockedWalk(tasks).attempts
}

/** One attempt, as long as it lasts, is made at a task in either state. */
type Walk = { readonly success: number; readonly attempts: number }

function lockedWalk({ a, attempts, alpha, beta, u }: Stuck): Walk {
  let locked: Walk = { success: 0, attempts: 1 }
  for (let left = 2; left <= attempts; left += 1) {
    const rates = sameRates(a, left - 1)
    const unlocked: Walk = {
      success: retrySuccess({ rates, alpha, beta }),
      attempts: expectedAttempts({ rates, alpha, beta }),
    }
    // What a locked task gives is wrong: it goes on when the judge sees that.
    const next = (key: keyof Walk) => (1 - beta) * (u * unlocked[key] + (1 - u) * locked[key])
    locked = { success: next('success'), attempts: 1 + next('attempts') }
  }
  return locked
}
