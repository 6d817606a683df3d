/** The answer to a task from what the steps of its plan gave: the last one has the rest in it. */
import { equationsIn } from '../arithmetic/equations.ts'
import { type Problem, readProblem } from '../arithmetic/problem.ts'
import { numberIn } from '../arithmetic/result-text.ts'
import { isSameNumber } from '../arithmetic/same-number.ts'
import type { Answer } from '../decision.ts'
import { type StepOutput, stepOutputs } from '../reading/step-results.ts'
import type { Rule } from '../rule.ts'
import { solution, type Worked } from './solution.ts'
import { workOut } from './work-out.ts'

export const authorSynthesis: Rule = {
  name: 'author-synthesis',
  purposes: ['answer'],
  decide({ text: question }, { material, form }, { introduction }) {
    const outputs = stepOutputs(material['results'])
    const last = outputs.at(-1)?.text
    if (last === undefined || material['step'] !== undefined || form.kind !== 'plain') return undefined
    const problem = readProblem(question, undefined)
    const leftOut = leftOutIn(material['left-out'])
    const solved = problem && leftOut === '' ? solvedBy(outputs, question, problem) : undefined
    if (solved) return { kind: 'answer', thought: 'The steps have given it.', ...solved }
    // A step that nobody could do has given nothing to put together.
    const isKnown = !outputs.some(({ text }) => text.includes(introduction))
    const isInParts = leftOut !== '' || (problem?.operands.length ?? 0) > 1
    const said = isInParts ? outputs.map(({ text }) => text).join('; ') : last
    const findings = { isKnown, question, results: [] }
    const thought = isKnown ? 'The steps have given it.' : 'A step has given nothing.'
    return { kind: 'answer', thought, text: isKnown ? `${said}${leftOut}` : introduction, findings }
  },
}

/** What the answer lacks, for steps that nobody was let do. */
function leftOutIn(listed: string | undefined): string {
  const goals = listed?.split('\n').map((line) => line.replace(/^- /, ''))
  return goals === undefined ? '' : `. Left out: ${goals.join(' ')}`
}

type Solved = Pick<Answer, 'text' | 'findings'>

/** Undefined when what the steps gave says it as it stands. */
function solvedBy(outputs: readonly StepOutput[], question: string, problem: Problem): Solved | undefined {
  if (problem.relation !== undefined) return comparison(question, problem, outputs)
  const [only, ...more] = problem.operands
  if (!only || more.length > 0) return undefined
  const { expression } = only
  const whole = workOut(expression)
  // The steps after one without a value say less than the whole does.
  if (whole.fault !== undefined) return solution(question, problem, [whole])
  const value = numberIn(outputs.at(-1)?.text ?? '')
  // A result that is not that of the task must not stand beside it.
  if (value === undefined || whole.value === undefined || !isSameNumber(value, whole.value)) return undefined
  const findings = { isKnown: true, question, results: [{ expression, value }] }
  return { text: `${expression} = ${value}`, findings }
}

/** The results of the steps next to each other, with the numbers that needed none. */
function comparison(question: string, problem: Problem, outputs: readonly StepOutput[]): Solved {
  const said = new Map(outputs.flatMap(({ text }) => equationsIn(text)).map((each) => [each.expression, each.said]))
  const worked = problem.operands.map(({ expression }): Worked => {
    const value = said.get(expression)
    return value === undefined ? workOut(expression) : { expression, value, source: 'tool' }
  })
  return solution(question, problem, worked)
}
