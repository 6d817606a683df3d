/** Something that people wanted of a session and that will not be done, in their words. */
import type { SessionEvent } from '@gyre/core'
import { oneLine } from './one-line.ts'

export type Rejection = { readonly action: string; readonly why: string }

export function rejectionIn({ type, data }: Pick<SessionEvent, 'type' | 'data'>): Rejection | undefined {
  if (type !== 'intervention.rejected') return undefined
  return { action: String(data['action']), why: String(data['why']) }
}

const words: Readonly<Record<string, string>> = {
  'no-plan': 'this loop has no plan',
  'plan-invalid': 'the plan cannot be carried out',
  'plan-changed': 'somebody sent another plan than the one that was asked about',
  'no-tools': 'this session has no tools',
  'tool-unknown': 'this session has no such tool',
  'path-passed': 'that step is over',
  'result-invalid': 'the result does not fit',
  'not-replaceable': 'nothing can be put in the place of such a step',
  'no-question': 'nothing is asked there',
  'question-ambiguous': 'several questions are open',
  'answered-already': 'somebody has answered it before',
  'not-an-approval': 'it is a question, not an approval',
  'not-a-choice': 'it is none of the choices',
  'not-an-amount': 'it is no amount',
  'input-invalid': 'the arguments do not fit',
  'not-paused': 'it is not paused',
  'session-ended': 'the session has ended',
}

/** `the plan cannot be carried out: step \`a\` names no tool`. */
export function rejectionReason(why: string): string {
  const [, code = why, more = ''] = /^([a-z-]+): ([\s\S]*)$/.exec(why) ?? []
  const said = Object.hasOwn(words, code) ? words[code] : code
  return more === '' ? (said ?? code) : `${said}: ${oneLine(more)}`
}

const answers: ReadonlySet<string> = new Set(['answer', 'approve', 'reject'])

/** Lines about it. Who is asked here is told by the prompt what is wrong with an answer. */
export function rejectionLines(rejection: Rejection | undefined, canAsk: boolean): readonly string[] {
  if (!rejection || (canAsk && answers.has(rejection.action))) return []
  // It goes on already, which is all that was wanted.
  if (rejection.action === 'resume' && rejection.why === 'not-paused') return []
  return [`✗ ${oneLine(rejection.action)} rejected: ${rejectionReason(rejection.why)}`]
}
