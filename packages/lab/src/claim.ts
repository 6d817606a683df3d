/** What the lab measures, and what it claims of it. */
import type { Loop } from '@gyre/core'
import type { Competence } from './competence.ts'
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
}

/** What came of an arm. */
export type Measurement = {
  readonly n: number
  readonly successes: number
  /** Means per task. */
  readonly calls: number
  readonly tokens: number
  /** On the critical path, by the latencies of the simulated model. */
  readonly latencyMs: number
}

/**
 * What must hold. Names of arms.
 *
 * `equals`: the share of successes is this closed form. `at-least` and `at-most`: it is no less, no more, than a bound.
 * `beats`: one arm succeeds more often than another, at no more calls when `atEqualCalls`; `times` says how many times as
 * often at least. `control`: an arm that must not win does not.
 */
export type Claim = { readonly loop: string; readonly claim: string } & (
  | { readonly kind: 'equals' | 'at-least' | 'at-most'; readonly arm: string; readonly expected: number }
  | {
      readonly kind: 'beats'
      readonly arm: string
      readonly over: string
      readonly atEqualCalls: boolean
      readonly times?: number
    }
  | { readonly kind: 'control'; readonly arm: string; readonly over: string }
)
