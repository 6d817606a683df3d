/** Facts that were looked up, judged by whether what the tools gave has them. */
import type { Skill } from '../skill.ts'
import { asksForFact } from './fact-question.ts'

export const lookupSkill: Skill = {
  judge(task, answer, trace) {
    if (!asksForFact(task)) return undefined
    const quotes = [...answer.matchAll(/“([^”]+)”/g)].map(([, quote = '']) => quote)
    const quoted = quotes.find((quote) => isEvidence(quote, task))
    if (isMissing(answer)) return { isRight: false, reason: 'It says that nothing was found.' }
    if (quoted === undefined) return { isRight: false, reason: 'It quotes nothing that would say so.' }
    if (trace === undefined) return { isRight: true, reason: 'It quotes what it was found in.' }
    return trace.includes(quoted)
      ? { isRight: true, reason: 'What the tools gave says so.' }
      : { isRight: false, reason: 'What it quotes was not found by any tool.' }
  },
  think: () => undefined,
  rate: () => undefined,
}

/** A question says nothing of its answer, and what is said in the task neither. */
function isEvidence(quote: string, task: string): boolean {
  return !quote.trim().endsWith('?') && !plain(task).includes(plain(quote))
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Whether an answer says, in words of its own, that it is none. */
function isMissing(answer: string): boolean {
  return /\b(?:found (?:nothing|no)|(?:could|can|did|was|were|is|are|do|does)(?: ?not|n['’]t) (?:be )?(?:find|found|know|known|say))\b/i.test(
    answer.replace(/“[^”]*”/g, ' '),
  )
}
