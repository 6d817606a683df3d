/** What the lab measures, and what it claims of it. */
import type { Loop } from '@gyre/core'
import type { Competence } from './competence.ts'
import type { Timing } from './simulation/timing.ts'
import type { TaskFamily } from './tasks/task-family.ts'

/** One loop with one config on one family of tasks, played by a model of one competence. */
export type Arm = {
  /** Its own in a run of the lab. */
  readonly name: string
  readonly loop: Loop
  /** The loop's own name, or what people call this use of it: `self-consistency`. */
  readonly label?: string
  readonly config: object
  readonly family: TaskFamily
  readonly competence: Competence
  /** Its sessions are run on a simulated clock, on which models and tools take these times. */
  readonly timing?: Timing
}

/** What a task costs. `latencyMs` is that of the critical path, by the latencies of the simulated model or by its timing. */
export type Amounts = { readonly calls: number; readonly tokens: number; readonly latencyMs: number }

/** One of the things a task costs. */
export type Amount = keyof Amounts

/** What came of an arm: how many tasks are right, and the means of what they cost. */
export type Measurement = Amounts & {
  readonly n: number
  readonly successes: number
  /** How much tasks differ in what they cost. */
  readonly variances: Amounts
}

/**
 * What must hold. Names of arms.
 *
 * `equals`: the share of successes is this closed form, or the mean of an amount is; `isFixed` says that every task needs
 * just that much. `at-least` and `at-most`: the share is no less, no more, than a bound. `beats`: one arm succeeds more often than another, at no more calls when `atEqualCalls`;
 * `times` says how many times as often at least. `saves`: it needs less of an amount than another; `times` says how many
 * times as much the other needs at least. `control`: an arm that must not win, or must not save, does not.
 */
export type Claim = { readonly loop: string; readonly claim: string } & (
  | { readonly kind: 'equals'; readonly of?: never; readonly arm: string; readonly expected: number }
  | {
      readonly kind: 'equals'
      readonly of: Amount
      readonly arm: string
      readonly expected: number
      readonly isFixed?: boolean
    }
  | { readonly kind: 'at-least' | 'at-most'; readonly arm: string; readonly expected: number }
  | {
      readonly kind: 'beats'
      readonly arm: string
      readonly over: string
      readonly atEqualCalls: boolean
      readonly times?: number
    }
  | {
      readonly kind: 'saves'
      readonly of: Amount
      readonly arm: string
      readonly over: string
      readonly times?: number
    }
  | { readonly kind: 'control'; readonly of?: Amount; readonly arm: string; readonly over: string }
)
