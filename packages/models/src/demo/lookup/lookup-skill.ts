/** Facts that were looked up, judged by whether what the tools gave has them. */
import type { Skill } from '../skill.ts'
import { asksForFact } from './fact-question.ts'

export const lookupSkill: Skill = {
  judge(task, answer, trace) {
    if (!asksForFact(task)) return undefined
    const [, quoted] = /“([^”]+)”/.exec(answer) ?? []
    if (quoted === undefined) return { isRight: false, reason: 'It quotes nothing that would say so.' }
    if (trace === undefined) return { isRight: true, reason: 'It quotes what it was found in.' }
    return trace.includes(quoted)
      ? { isRight: true, reason: 'What the tools gave says so.' }
      : { isRight: false, reason: 'What it quotes was not found by any tool.' }
  },
  think: () => undefined,
  rate: () => undefined,
}
