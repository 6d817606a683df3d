/** The budget of a session: its account, those of loops inside, and what is said when one runs out. */
import type { JsonObject } from '../json.ts'
import { Account, type AccountOptions, type Hold, type NearLimit, type Worked } from './account.ts'
import type { Amounts } from './amounts.ts'
import type { Branch } from './branch.ts'
import type { Estimator } from './estimator.ts'
import type { Budget, Limits } from './limits.ts'
import type { Loop } from './loop.ts'
import type { Scope } from './scope.ts'
import type { SessionJournal } from './session-journal.ts'
import { type SessionView, type Subtree, warning } from './session-view.ts'
import { Cut, WrapUp } from './wrap-up.ts'

/** How often somebody may ask for more after there is none. */
const patience = 32

export type SessionBudgetOptions = {
  readonly budget: Budget
  /** What the session's own loop keeps back for its end. */
  readonly reserve: Loop['reserve']
  readonly root: Branch
  readonly view: SessionView
  readonly journal: Pick<SessionJournal, 'ride'>
  readonly time: Worked
  /** Somebody was told to wrap up. */
  readonly onEnding: () => void
}

export class SessionBudget {
  readonly account: Account
  readonly estimator: Estimator
  /** How often a person was asked for more, and answered. */
  answers: number
  /** False once a model without a price was used. */
  isCostKnown: boolean
  /** How many child loops are being told to wrap up. */
  #endingChildren = 0
  readonly #chosenReserve: number | undefined
  readonly #journal: Pick<SessionJournal, 'ride'>
  readonly #subtrees: ReadonlyMap<string, Subtree>
  readonly #warned: Set<string>
  readonly #time: Worked
  readonly #onEnding: () => void

  constructor({ budget, reserve, root, view, journal, time, onEnding }: SessionBudgetOptions) {
    this.#chosenReserve = budget.reserve
    const keepsBack = budget.onExhausted !== 'fail'
    this.account = new Account(budget, { path: '', home: root, ...this.#reserveOf(reserve), keepsBack })
    this.account.count(Object.fromEntries(view.used))
    this.estimator = view.estimator
    this.answers = view.grants.length
    this.isCostKnown = view.costIsKnown
    this.#journal = journal
    this.#time = time
    this.#subtrees = view.subtrees
    this.#warned = view.warned
    this.#onEnding = onEnding
  }

  /** The account of a child loop. Its time began when the loop did, be it in an earlier run of the session. */
  ofChild(limits: Limits, path: string, { branch, run }: Pick<Scope, 'branch' | 'run'>, loop: Loop): Account {
    const activeBefore = this.#subtrees.get(path)?.activeBefore ?? this.#time.activeMs()
    const reserve = this.#reserveOf(loop.reserve)
    return new Account(limits, { path, home: branch, parent: run.account, ...reserve, activeBefore })
  }

  /** What people chose goes before what a loop says. */
  #reserveOf(ofLoop: Loop['reserve']): Pick<AccountOptions, 'reserve' | 'keepsCalls'> {
    return { reserve: this.#chosenReserve ?? ofLoop, keepsCalls: ofLoop !== undefined }
  }

  childEnded(account: Account): void {
    if (account.parent && account.ending) this.#endingChildren -= 1
  }

  /** Whether anybody has to be told that there is no more. */
  get isEnding(): boolean {
    return this.account.ending !== undefined || this.#endingChildren > 0
  }

  /** Counts what a step cost, and warns when a limit comes near. */
  settle(account: Account, hold: Hold, path: string, spent: Amounts = {}): void {
    for (const limit of account.settle(hold, spent)) this.#warn(limit, path)
  }

  /** Once a limit, in all runs of the session. */
  #warn({ account, resource }: NearLimit, path: string): void {
    const known = warning(account.path, resource)
    if (this.#warned.has(known)) return
    this.#warned.add(known)
    const data = { resource, at: path, ...(account.path !== '' && { account: account.path }) }
    this.#journal.ride([{ type: 'budget.warned', data }])
  }

  /** What earlier runs of the session spent below a path. */
  spentBelow(path: string): Amounts {
    return Object.fromEntries(this.#subtrees.get(path)?.used ?? [])
  }

  /** Tells a branch that its account is spent. */
  wrapUp(scope: Scope, account: Account, outcome: WrapUp['outcome']): WrapUp {
    if (account.parent && !account.ending) this.#endingChildren += 1
    account.end(outcome)
    // A tool that asked a model may make of it what it likes: its loop is told with its own next step.
    if (scope.hosts === 0) account.tell(scope.branch, outcome)
    this.#onEnding()
    return new WrapUp(account, outcome)
  }

  /** The same on replay. */
  wrapUpAgain(scope: Scope, error: JsonObject): WrapUp {
    const account = scope.run.account.at(String(error['account'])) ?? this.account
    const outcome = error['outcome'] as WrapUp['outcome']
    return error['code'] === 'cut' ? new Cut(account, outcome) : this.wrapUp(scope, account, outcome)
  }

  /** The accounts whose end this branch was told of, for the record of a step that others are inside of. */
  toldTo({ run, branch }: Scope): JsonObject[] | undefined {
    let told: JsonObject[] | undefined
    for (let account: Account | undefined = run.account; account; account = account.parent) {
      if (!account.ending || !account.hasTold(branch)) continue
      told ??= []
      told.push({ account: account.path, outcome: account.ending })
    }
    return told
  }

  /** The same on replay, which does not look at the steps inside. */
  tellAgain(scope: Scope, told: readonly JsonObject[] = []): void {
    for (const each of told) this.wrapUpAgain(scope, each)
  }

  /** Counts that a loop or a tool that was told to wrap up asks again; true once that is too often. */
  losesPatience(scope: Scope, account: Account): boolean {
    if (scope.hosts === 0 && !account.hasTold(scope.branch)) return false
    account.refusals += 1
    return account.refusals > patience
  }
}
