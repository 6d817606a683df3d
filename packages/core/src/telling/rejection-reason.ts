/** Why something that people wanted of a session is not done, in their words. */

const words: Readonly<Record<string, string>> = {
  'no-plan': 'this loop has no plan',
  'plan-invalid': 'the plan cannot be carried out',
  'plan-changed': 'somebody sent another plan than the one that was asked about',
  'no-tools': 'no request came that may call tools',
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

/** `the plan cannot be carried out: step \`a\` names no tool`; a code that nobody knows yet is told as it is. */
export function rejectionReason(why: string): string {
  const [, code = why, more = ''] = /^([a-z-]+): ([\s\S]*)$/.exec(why) ?? []
  const said = Object.hasOwn(words, code) ? words[code] : code
  return more === '' ? (said ?? code) : `${said}: ${more}`
}
