/** The score of a thought. */
import { stepsIn } from '../reading/thought-lines.ts'
import type { Rule } from '../rule.ts'
import { firstOf } from './skills.ts'

export const judgeScore: Rule = {
  name: 'judge-score',
  purposes: ['score'],
  decide({ text: task }, { material }) {
    const steps = stepsIn(material['thoughts'])
    const rating = firstOf((skill) => skill.rate(task, steps, material['candidate'] ?? ''))
    return rating && { kind: 'score', ...rating }
  },
}
