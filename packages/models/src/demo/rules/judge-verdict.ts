/** The verdict on an answer. */
import type { Rule } from '../rule.ts'
import { firstOf } from './skills.ts'

export const judgeVerdict: Rule = {
  name: 'judge-verdict',
  purposes: ['verdict'],
  decide({ text: task }, { material }) {
    const judgement = firstOf((skill) => skill.judge(task, material['answer'] ?? '', material['trace']))
    if (!judgement) return undefined
    const { isRight, reason } = judgement
    return { kind: 'verdict', isSatisfactory: isRight, score: isRight ? 10 : 0, reason }
  },
}
