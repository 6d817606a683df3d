/** Ways a loop is told to end. Thrown through the loop, which may catch `WrapUp` and close with what it has. */
import type { Account } from './account.ts'
import type { Outcome } from './outcome.ts'

/** The budget is spent, or a person said `finish`: the next verbs live on the reserve. */
export class WrapUp extends Error {
  override readonly name = 'WrapUp'
  readonly account: Account
  readonly outcome: Outcome

  constructor(account: Account, outcome: Outcome) {
    super(outcome === 'answered' ? 'Asked to finish.' : `The budget is spent (${outcome}).`)
    this.account = account
    this.outcome = outcome
  }
}

/** It was told and goes on all the same: its run is ended. No code of a loop or a tool sees this. */
export class Cut extends WrapUp {}

/** A guard saw that the loop gets nowhere. */
export class Stuck extends Error {
  override readonly name = 'Stuck'
  readonly why: string

  constructor(why: string) {
    super(`The loop is stuck: ${why}.`)
    this.why = why
  }
}
