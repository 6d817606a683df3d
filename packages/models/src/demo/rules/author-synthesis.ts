/** The answer to a task from what the steps of its plan gave: the last one has the rest in it. */
import { onlyExpression } from '../arithmetic/arithmetic-skill.ts'
import { readProblem } from '../arithmetic/problem.ts'
import { numberIn } from '../arithmetic/result-text.ts'
import { stepOutputs } from '../reading/step-results.ts'
import type { Rule } from '../rule.ts'

export const authorSynthesis: Rule = {
  name: 'author-synthesis',
  purposes: ['answer'],
  decide({ text: question }, { material, form }) {
    const outputs = stepOutputs(material['results'])
    const last = outputs.at(-1)?.text
    if (last === undefined || material['step'] !== undefined || form.kind !== 'plain') return undefined
    const expression = onlyExpression(question)
    const value = numberIn(last)
    const isSum = expression !== undefined && value !== undefined
    const isList = !isSum && (readProblem(question, undefined)?.operands.length ?? 0) > 1
    const text = isSum ? `${expression} = ${value}` : isList ? outputs.map((each) => each.text).join('; ') : last
    const results = isSum ? [{ expression, value }] : []
    const thought = 'The steps have given it.'
    return { kind: 'answer', thought, text, findings: { isKnown: true, question, results } }
  },
}
