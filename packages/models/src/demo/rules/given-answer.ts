/** An answer that is there already, and is only wanted in another form. */
import { numbersIn } from '../arithmetic/result-text.ts'
import type { Rule } from '../rule.ts'

export const givenAnswer: Rule = {
  name: 'given-answer',
  purposes: ['answer'],
  decide({ text: question, given }, { schema }) {
    if (!schema || given === undefined) return undefined
    const [verdict] = /^(?:yes|no)\b/i.exec(given) ?? []
    const [, choice] = /,\s+so\s+(.+?)\s+is\s+/.exec(given) ?? []
    const results = numbersIn(given).map((value) => ({ expression: String(value), value }))
    return {
      kind: 'answer',
      thought: 'The answer is there.',
      text: given,
      findings: {
        isKnown: true,
        question,
        results,
        ...(verdict !== undefined && { truth: verdict.toLowerCase() === 'yes' }),
        ...(choice !== undefined && { choice }),
      },
    }
  },
}
