/** How sure a judge is of an answer. */
import type { Rule } from '../rule.ts'
import { firstOf } from './skills.ts'

export const judgeConfidence: Rule = {
  name: 'judge-confidence',
  purposes: ['confidence'],
  decide({ text: task }, { material }) {
    const judgement = firstOf((skill) => skill.judge(task, material['answer'] ?? ''))
    return judgement && { kind: 'confidence', confidence: judgement.isRight ? 1 : 0, reason: judgement.reason }
  },
}
