/** The next thought of a tree. */
import { stepsIn } from '../reading/thought-lines.ts'
import type { Rule } from '../rule.ts'
import { firstOf } from './skills.ts'

export const authorThought: Rule = {
  name: 'author-thought',
  purposes: ['thought'],
  decide({ text: task }, { material }) {
    const steps = stepsIn(material['thoughts'])
    const branch = Number.parseInt(material['branch'] ?? '1', 10) || 1
    const thought = firstOf((skill) => skill.think(task, steps, { branch, others: stepsIn(material['others']) }))
    return thought && { kind: 'thought', ...thought }
  },
}
