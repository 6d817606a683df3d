/** What became of one task in one arm. */
import type { Json, SessionUsage } from '@gyre/core'

/** One way to do the tasks: a loop or persona, with a model. */
export type EvalArm = {
  readonly name: string
  readonly loop: string | null
  readonly persona: string | null
  /** Null where a persona brings its own. */
  readonly model: string | null
}

/** `unjudged`: there is an answer, and no judge who could say. */
export type Verdict = 'right' | 'wrong' | 'unjudged'

/** What became of one task in one arm. */
export type EvalResult = {
  readonly task: string
  readonly arm: string
  /** Counted from 1. */
  readonly repeat: number
  readonly session: string
  readonly outcome: string
  readonly answer: Json
  readonly accepted: readonly string[]
  readonly verdict: Verdict
  readonly usage: SessionUsage
  readonly error: { readonly code: string; readonly message: string } | null
  /** The session that judged it, and what that took; null where none was needed. */
  readonly judge: { readonly session: string; readonly why: string | null; readonly usage: SessionUsage } | null
}
