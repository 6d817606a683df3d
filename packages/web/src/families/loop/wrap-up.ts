/** The answer of a loop that was told to end: its budget was spent, or a person said finish. */
import { textOfAnswer } from '@gyre/core/view'
import type { SessionLog } from '../../session/session-log.ts'
import { LoopPart } from './loop-part.ts'
import { type ReplyState, saidAt } from './said-reply.ts'

export type WrapUp = {
  readonly path: string
  readonly state: ReplyState
  /** Why it was told to: `limit:calls`; empty before that is known. */
  readonly outcome: string
  /** What it ended with: its last words, or the best there was. */
  readonly answer: string
}

/** Null for a loop that came to its own end, or to none. */
export function wrapUpOf(log: SessionLog, base: string): WrapUp | null {
  const part = new LoopPart(log, base)
  const said = saidAt(part.repaired('wrap-up#1'))
  if (!said) return null
  const { end } = part
  const given = end === null || end.answer === null ? '' : textOfAnswer(end.answer)
  return {
    path: part.at('wrap-up#1').path,
    state: said.state,
    outcome: end?.outcome ?? '',
    answer: end === null ? said.text : given,
  }
}
