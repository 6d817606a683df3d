/** `waves`: calls that are planned wave by wave, or all at once. */
import { hopsWithinTurns } from './hops.ts'

export type Waves = {
  /** A call is not the right one, which shows. */
  readonly p: number
  readonly hops: number
  readonly waves: number
  /** A call that failed is planned again also when the plan had said that it was the last. */
  readonly selfCorrects: boolean
}

/**
 * All facts are found within the waves.
 *
 * A wave brings the next fact with 1 - p; the planner says `done` with the call for the last one. What it gives is the
 * end, so that all but the last fact have one wave less, and the last has one try. Corrected, it has all that are left.
 */
export function wavesSuccess({ p, hops, waves, selfCorrects }: Waves): number {
  const s = 1 - p
  if (selfCorrects || hops === 0) return hopsWithinTurns({ s, hops, turns: waves })
  return s * hopsWithinTurns({ s, hops: hops - 1, turns: waves - 1 })
}

type WaveTimes = {
  readonly planMs: number
  readonly toolMs: number
  readonly answerMs: number
  /** How many plans are made. */
  readonly plans: number
}

/** The critical path: plans, what stands behind each other of the calls, and the answer. */
export function wavesLatency({ planMs, toolMs, answerMs, plans }: WaveTimes, inARow: number): number {
  return plans * planMs + inARow * toolMs + answerMs
}

type Tokens = {
  /** Calls of tools. */
  readonly calls: number
  /** The prompt of a turn, or of the plan. */
  readonly prompt: number
  /** A call and its result, as they stand in a prompt. */
  readonly each: number
}

/** `react`: every turn is sent all that came before it. */
export function reactTokens({ calls, prompt, each }: Tokens): number {
  return (calls + 1) * prompt + ((calls * (calls + 1)) / 2) * each
}

/** A plan that is made at once, and an answer from all results, which are sent once. */
export function atOnceTokens({ calls, prompt, each, answer }: Tokens & { readonly answer: number }): number {
  return prompt + answer + calls * each
}
