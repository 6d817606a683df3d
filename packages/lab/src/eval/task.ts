/** A task of a data set, as it is once its line was read. */
import type { JsonObject } from '@gyre/core'

/** The ways in which an answer can be compared with the right ones. */
export const scorerNames = ['exact', 'numeric', 'regex', 'contains', 'judge'] as const

/** Who decides whether an answer is right. */
export type ScorerName = (typeof scorerNames)[number]

/** By how much a number may be off, either of them. */
export type Tolerance = { readonly absolute: number; readonly relative: number }

/** A task of a data set, with the answers that are right and how they are compared. */
export type EvalTask = {
  /** Its own in the data set; `line-7` when the file has none. */
  readonly id: string
  readonly goal: string
  /** Each of them is right. */
  readonly answers: readonly string[]
  readonly scorer: ScorerName
  readonly tolerance: Tolerance
  /** Names of files, from the folder of the data set. */
  readonly files: readonly string[]
  /** What it is to be answered from, as text. */
  readonly context: string | undefined
  /** Configuration of the loop for this task alone. */
  readonly config: JsonObject | undefined
  /** Where it begins in the file, for people. */
  readonly line: number
}

/** Whether there is a scorer of this name. */
export function isScorerName(name: string): name is ScorerName {
  return (scorerNames as readonly string[]).includes(name)
}
