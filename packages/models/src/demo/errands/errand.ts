/** A task that is done by calls of tools, planned wave by wave from what was found so far. Nothing is remembered. */
import type { JsonObject, ToolSpec } from '@gyre/core'
import type { Answer } from '../decision.ts'
import type { WaveResults } from '../reading/wave-results.ts'

export type WaveCall = { readonly id: string; readonly tool: string; readonly args: JsonObject }

/** What a wave is planned from. */
export type Scene = {
  readonly tools: readonly ToolSpec[]
  readonly results: WaveResults
  /** Calls whose results are on their way. */
  readonly pending: ReadonlySet<string>
  /** No other wave will be planned. */
  readonly isAtOnce: boolean
}

export type NextCalls = {
  readonly calls: readonly WaveCall[]
  /** What the calls are for, in words of their own: `the dates of Hanukkah`. */
  readonly aims: readonly string[]
  readonly slots?: JsonObject
  /** What only the person can tell. */
  readonly missing?: readonly { readonly name: string; readonly question: string }[]
}

export type Errand = {
  /** The calls that can be made now; none when nothing is left to do, or nothing can be done. */
  next(scene: Scene): NextCalls
  /** The answer from what was found; undefined when none of it is the errand's. */
  answer(results: WaveResults): Pick<Answer, 'text' | 'findings'> | undefined
}

export const nothingNext: NextCalls = { calls: [], aims: [] }

/** Whether a call need not be planned any more. */
export function isPlanned(id: string, { results, pending }: Pick<Scene, 'results' | 'pending'>): boolean {
  return results.has(id) || pending.has(id)
}
