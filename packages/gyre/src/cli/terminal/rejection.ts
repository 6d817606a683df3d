/** Something that people wanted of a session and that will not be done, in their words. */
import { isAnswer, rejectionReason as reasonInWords, type SessionEvent } from '@gyre/core'
import { oneLine } from './one-line.ts'

export type Rejection = { readonly action: string; readonly why: string }

export function rejectionIn({ type, data }: Pick<SessionEvent, 'type' | 'data'>): Rejection | undefined {
  if (type !== 'intervention.rejected') return undefined
  return { action: String(data['action']), why: String(data['why']) }
}

/** `the plan cannot be carried out: step \`a\` names no tool`, as one line. */
export function rejectionReason(why: string): string {
  return oneLine(reasonInWords(why))
}

/** Lines about it. Who is asked here is told by the prompt what is wrong with an answer. */
export function rejectionLines(rejection: Rejection | undefined, canAsk: boolean): readonly string[] {
  if (!rejection || (canAsk && isAnswer(rejection.action))) return []
  // It goes on already, which is all that was wanted.
  if (rejection.action === 'resume' && rejection.why === 'not-paused') return []
  return [`✗ ${oneLine(rejection.action)} rejected: ${rejectionReason(rejection.why)}`]
}
