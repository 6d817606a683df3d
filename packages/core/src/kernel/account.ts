/**
 * Accounts: what was spent against the limits.
 *
 * Every call reserves what it will probably cost before it is made and settles what it did cost
 * after. A child loop has an account of its own inside its parent's. A part is kept back, so that a
 * session that runs out can still answer.
 */

import { type Amounts, addAmounts, type Resource } from './amounts.ts'
import type { Branch } from './branch.ts'
import { type Limits, limitsByResource } from './limits.ts'
import type { Outcome } from './outcome.ts'

/** Resources of which a share is kept back for the last answer. */
const shared: ReadonlySet<string> = new Set(['inputTokens', 'outputTokens', 'tokens', 'costUsd'])

/** The share of a limit at which people are warned. */
const warnAt = 0.8

const defaultReserve = 0.1

/** How a run ends that a person told to `finish`. */
export const finished: Outcome = 'answered'

/** A limit that an amount does not fit into. */
export type Shortfall = { readonly account: Account; readonly resource: Resource | 'activeMs' }

/** A reservation. */
export type Hold = { readonly amounts: Amounts }

const heldNothing: Hold = { amounts: {} }
const nothingNear: readonly NearLimit[] = []

/** A limit of which little is left. */
export type NearLimit = { readonly account: Account; readonly resource: Resource }

/** Time spent working, in ms, of all runs of the session. */
export type Worked = { activeMs(): number }

export type AccountOptions = {
  /** Prefix of the loop run whose account it is. */
  readonly path: string
  /** The branch that run is on: the one that may spend what is kept back. */
  readonly home: Branch
  readonly parent?: Account
  readonly reserve?: number | undefined
  /** Whether the share is kept back of model calls, too; else it is one of them. */
  readonly keepsCalls?: boolean
  /** False when nobody will ask for a last answer. */
  readonly keepsBack?: boolean
  /** The session's active time when the run began, in ms. */
  readonly activeBefore?: number
}

export class Account {
  readonly path: string
  readonly home: Branch
  readonly parent: Account | undefined
  readonly limits: Map<Resource, number>
  readonly #activeBefore: number
  #activeMsLimit: number | undefined
  #ending: Outcome | undefined
  /** Set once the run itself was told: what was kept back may then be spent. */
  closing = false
  /** The run has begun its end by itself: what was kept back for that may be spent, and no limit was met. */
  isOpened = false
  /** How often something was asked for that even the reserve does not hold. */
  refusals = 0
  /** How many steps were begun after the run was told to wrap up. */
  stepsAfter = 0
  /** Branches that were told to wrap up. */
  readonly #told = new Set<Branch>()
  readonly used = new Map<Resource, number>()
  readonly #reserve: number
  readonly #keepsCalls: boolean
  readonly #keepsBack: boolean
  /** A person is being asked for more. */
  isAsking = false
  readonly #held = new Map<Resource, number>()
  readonly #warned = new Set<Resource>()
  #waiting: (() => void)[] = []

  constructor(limits: Limits, options: AccountOptions) {
    this.path = options.path
    this.home = options.home
    this.limits = limitsByResource(limits)
    this.#activeBefore = options.activeBefore ?? 0
    this.#activeMsLimit = limits.activeMs
    this.#reserve = options.reserve ?? (options.parent ? options.parent.#reserve : defaultReserve)
    this.#keepsCalls = options.keepsCalls ?? false
    this.#keepsBack = options.keepsBack ?? (options.parent ? options.parent.#keepsBack : true)
    this.parent = options.parent
  }

  /** Whether anybody limits anything, here or further up: otherwise no call need be estimated. */
  get isBounded(): boolean {
    return this.limits.size > 0 || (this.parent?.isBounded ?? false)
  }

  /** Whether one of these is limited, here or further up. */
  limitsAny(resources: readonly Resource[]): boolean {
    return resources.some((resource) => this.limits.has(resource)) || (this.parent?.limitsAny(resources) ?? false)
  }

  /** The nearest limit in USD, here or further up. */
  get costLimit(): number | undefined {
    return this.limits.get('costUsd') ?? this.parent?.costLimit
  }

  /** How the run will end, once it ran out or a person said `finish`. */
  get ending(): Outcome | undefined {
    return this.#ending
  }

  /** The run is to end, if it is not already. */
  end(how: Outcome): void {
    this.#ending ??= how
  }

  /** A person took a `finish` back. A limit stays a limit. */
  unfinish(): void {
    if (this.#ending === finished) this.#ending = undefined
  }

  /** Tells a branch to wrap up. */
  tell(branch: Branch, how: Outcome): void {
    this.end(how)
    this.#told.add(branch)
    if (branch === this.home) this.closing = true
  }

  /** The nearest account, here or further up, that ends and of which this branch has not been told. */
  untold(branch: Branch): Account | undefined {
    for (let account: Account | undefined = this; account; account = account.parent) {
      if (account.ending && !account.hasTold(branch)) return account
    }
    return undefined
  }

  hasTold(branch: Branch): boolean {
    for (let at: Branch | undefined = branch; at; at = at.parent) {
      if (this.#told.has(at)) return true
      if (at === this.home) return false
    }
    return false
  }

  /** Whether somebody inside was told. */
  get isTold(): boolean {
    return this.#told.size > 0
  }

  /** The nearest account, here or further up, whose run was told to wrap up. */
  closingOne(): Account | undefined {
    return this.closing ? this : this.parent?.closingOne()
  }

  /** The account of this path, here or further up. */
  at(path: string): Account | undefined {
    for (let account: Account | undefined = this; account; account = account.parent)
      if (account.path === path) return account
    return undefined
  }

  /** The first limit these amounts do not fit into, here or further up. */
  shortfall(amounts: Amounts, time: Worked): Shortfall | undefined {
    for (let account: Account | undefined = this; account; account = account.parent) {
      const resource = account.#isOutOfTime(time) ? 'activeMs' : account.#lacking(amounts)
      if (resource) return { account, resource }
    }
    return undefined
  }

  #isOutOfTime(time: Worked): boolean {
    return (this.timeLeft(time) ?? 1) <= 0
  }

  /** What is left of its own time, in ms; undefined where nobody limits it, or an answer is all that is left to give. */
  timeLeft(time: Worked): number | undefined {
    if (this.#activeMsLimit === undefined || this.closing) return undefined
    return this.#activeMsLimit - (time.activeMs() - this.#activeBefore)
  }

  /** The account, here or further up, whose time ends first; one may be left out. */
  firstOutOfTime(time: Worked, leftOut?: Account): Account | undefined {
    const outer = this.parent?.firstOutOfTime(time, leftOut)
    const left = this === leftOut ? undefined : this.timeLeft(time)
    if (left === undefined) return outer
    return outer && (outer.timeLeft(time) ?? left) <= left ? outer : this
  }

  #lacking(amounts: Amounts): Resource | undefined {
    for (const [resource, limit] of this.limits) {
      const amount = amounts[resource]
      if (!amount) continue
      if (this.#spoken(resource) + amount > limit - this.#keptBack(resource, limit)) return resource
    }
    return undefined
  }

  #keptBack(resource: Resource, limit: number): number {
    if (this.closing || this.isOpened || !this.#keepsBack) return 0
    if (resource === 'modelCalls') return this.#keepsCalls ? Math.max(1, Math.ceil(limit * this.#reserve)) : 1
    return shared.has(resource) ? limit * this.#reserve : 0
  }

  #spoken(resource: Resource): number {
    return (this.used.get(resource) ?? 0) + (this.#held.get(resource) ?? 0)
  }

  /** Whether there is nothing left for one more call: of calls alone, which are counted exactly, or of anything. */
  isSpent(of: 'modelCalls' | 'anything'): boolean {
    for (const [resource, limit] of this.limits) {
      const isMeant = resource === 'modelCalls' || (of === 'anything' && shared.has(resource))
      if (isMeant && (this.used.get(resource) ?? 0) >= limit) return true
    }
    return false
  }

  /** Whether calls in flight hold some of this: it may come free again. */
  isHeld(resource: Resource | 'activeMs'): boolean {
    return resource !== 'activeMs' && (this.#held.get(resource) ?? 0) > 0
  }

  /** Resolves when a call in flight has settled. */
  settled(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  hold(amounts: Amounts): Hold {
    let bounded = false
    for (let account: Account | undefined = this; account; account = account.parent) {
      if (account.limits.size === 0) continue
      bounded = true
      addAmounts(account.#held, amounts)
    }
    return bounded ? { amounts } : heldNothing
  }

  /** Gives a reservation back and counts what it did cost; answers with the limits now near their end. */
  settle(hold: Hold, actual: Amounts): readonly NearLimit[] {
    let near: NearLimit[] | undefined
    for (let account: Account | undefined = this; account; account = account.parent) {
      addAmounts(account.used, actual)
      if (account.limits.size === 0) continue
      addAmounts(account.#held, hold.amounts, -1)
      for (const resource of account.#newlyNear()) {
        near ??= []
        near.push({ account, resource })
      }
      account.#wake()
    }
    return near ?? nothingNear
  }

  #wake(): void {
    if (this.#waiting.length === 0) return
    const waiting = this.#waiting
    this.#waiting = []
    for (const resume of waiting) resume()
  }

  *#newlyNear(): Iterable<Resource> {
    for (const [resource, limit] of this.limits) {
      if (this.#warned.has(resource) || (this.used.get(resource) ?? 0) < limit * warnAt) continue
      this.#warned.add(resource)
      yield resource
    }
  }

  /** Counts what earlier records cost, in this account alone. */
  count(actual: Amounts): void {
    addAmounts(this.used, actual)
  }

  /** Counts a replayed record in the accounts of child loops; the root counted all records when it was opened. */
  recount(actual: Amounts): void {
    for (let account: Account = this; account.parent; account = account.parent) addAmounts(account.used, actual)
  }

  /** A person granted more. */
  extend(more: Limits): void {
    for (const [resource, amount] of limitsByResource(more)) {
      const limit = this.limits.get(resource)
      if (limit !== undefined) this.limits.set(resource, limit + amount)
    }
    if (more.activeMs !== undefined && this.#activeMsLimit !== undefined) this.#activeMsLimit += more.activeMs
  }

  /** Tokens left for the last answer; undefined when nobody limits them. */
  tokensLeft(): number | undefined {
    let left: number | undefined
    for (let account: Account | undefined = this; account; account = account.parent) {
      for (const resource of ['outputTokens', 'tokens'] as const) {
        const limit = account.limits.get(resource)
        if (limit === undefined) continue
        left = Math.min(left ?? Number.POSITIVE_INFINITY, Math.max(0, limit - (account.used.get(resource) ?? 0)))
      }
    }
    return left
  }
}
