/** `plan-execute`: a plan that foresees what is needed, and steps with a context of their own. */
import { type Chain, chainSuccess } from './chain.ts'

export type Foresight = {
  /** A plan foresees what is needed. */
  readonly pi: number
}

export function planExecuteSuccess({ pi, ...chain }: Chain & Foresight): number {
  return pi * chainSuccess(chain)
}

export type Replans = Foresight & {
  /** A plan that does not fit is noticed. */
  readonly delta: number
  /** How often it is drawn anew at most. */
  readonly replans: number
}

/** The plan that is carried out in the end foresees what is needed. */
export function foresightAfterReplans({ pi, ...rest }: Replans): number {
  return pi * plansDrawn({ pi, ...rest })
}

/** How many plans are drawn on average: another one follows one that does not fit and is noticed. */
export function plansDrawn({ pi, delta, replans }: Replans): number {
  const again = (1 - pi) * delta
  let plans = 0
  for (let replan = 0; replan <= replans; replan += 1) plans += again ** replan
  return plans
}

export type Gate = Foresight & {
  /** A door is opened with the wrong word, which does not show. */
  readonly p: number
  readonly doors: number
  readonly turns: number
}

/** `react` at a dead end: it sees that a gate is walled up and tries another, as long as there are turns left for the doors. */
export function gateSuccess({ pi, p, doors, turns }: Gate): number {
  return (1 - (1 - pi) ** Math.max(0, turns - doors)) * chainSuccess({ p, steps: doors })
}
