/** What came of a claim, and of all of them. */
import type { Amount, Claim } from '../claim.ts'
import type { Interval } from '../statistics/wilson.ts'

/** `undecided`: it does not show, and with so few tasks it need not. */
export type Verdict = 'holds' | 'fails' | 'undecided'

/** What came of a claim: what was measured, what had to come, and the verdict. */
export type Row = {
  readonly loop: string
  readonly claim: string
  readonly kind: Claim['kind']
  readonly arm: string
  /** The arm it is compared with. */
  readonly over?: string
  /** The amount it is about; without one it is about the share of tasks that came out right. */
  readonly of?: Amount
  readonly n: number
  /** The share of tasks the arm got right, or the mean of the amount. */
  readonly measured: number
  /** Where the true one lies, 95 times of 100. */
  readonly interval: Interval
  /** The closed form or the bound; for two arms what the other one reached or needed, as many times as is claimed. */
  readonly expected: number
  /** The standard deviation of `measured` if the closed form holds; for two arms that of their difference if there is none. */
  readonly sigma: number
  /**
   * How many of them apart, above zero for what is more; where something is saved, for less. Rare events have the z of their
   * exact chance. Left out where `sigma` is zero: nothing is left to chance.
   */
  readonly z?: number
  /** Calls of the model per task, and those of the other arm. */
  readonly calls: number
  readonly overCalls?: number
  /** Of two arms: whether the claim holds only when it makes no more calls than the other. */
  readonly atEqualCalls?: boolean
  readonly verdict: Verdict
  /** Why it does not hold. */
  readonly why?: string
}

/** What came of all claims. It fails when one fails, or when all together are further off than chance allows. */
export type Total = {
  /** No row fails and `chiSquared` is below its limit. */
  readonly pass: boolean
  readonly claims: number
  readonly failed: number
  readonly undecided: number
  /** Σz² over the cells that have a closed form. */
  readonly chiSquared: number
  readonly cells: number
  /** The 99.9 % point of χ² with so many cells. */
  readonly limit: number
}
