/** Arithmetic, judged by working it out again, and thought about one operation at a time. */

import { solution } from '../rules/solution.ts'
import { workOut } from '../rules/work-out.ts'
import type { Judgement, NextThought, Rating, Skill } from '../skill.ts'
import { type Equation, equationsIn, wrongEquations } from './equations.ts'
import { type Problem, readProblem } from './problem.ts'
import { numberIn } from './result-text.ts'
import { saidNumbers } from './said-number.ts'
import { isSameNumber } from './same-number.ts'
import { evaluated, type WorkedStep, workedSteps } from './worked-steps.ts'

export const arithmeticSkill: Skill = {
  judge(task, answer) {
    const problem = readProblem(task, undefined)
    return problem && judged(task, problem, answer)
  },

  think(task, steps) {
    const expression = onlyExpression(task)
    const said = new Map(steps.flatMap(equationsIn).map((equation) => [equation.expression, equation.said]))
    const worked = expression === undefined ? undefined : workedSteps(expression, (each) => said.get(each))
    if (expression === undefined || !worked) return answeredAtOnce(task)
    const next = worked.length > 1 ? worked.find((step) => !said.has(step.expression)) : undefined
    if (next) return { text: `${next.expression} = ${next.value}`, isAnswer: false }
    return { text: `${expression} = ${worked.at(-1)?.value ?? evaluated(expression)}`, isAnswer: true }
  },

  rate(task, steps, candidate) {
    const problem = readProblem(task, undefined)
    if (!problem) return undefined
    const expression = onlyExpression(task)
    const worked = (expression === undefined ? undefined : workedSteps(expression)) ?? []
    const [wrong] = [...steps, candidate].flatMap(wrongEquations)
    if (wrong) return { score: 0, reason: correction(wrong) }
    return rated(worked, candidate, judged(task, problem, candidate))
  },
}

/** Results to be compared, or one that has no value, leave no steps to think about. */
function answeredAtOnce(task: string): NextThought | undefined {
  const problem = readProblem(task, undefined)
  if (!problem) return undefined
  const worked = problem.operands.map(({ expression }) => workOut(expression))
  return { text: solution(task, problem, worked).text, isAnswer: true }
}

function rated(worked: readonly WorkedStep[], candidate: string, { isRight, reason }: Judgement): Rating {
  if (isRight) return { score: 10, reason }
  const isStep = equationsIn(candidate).some(({ expression }) => worked.some((step) => step.expression === expression))
  return isStep ? { score: 10, reason: 'It is right, and a step on the way.' } : { score: 2, reason }
}

/** The one expression that a task asks for, if it is one. */
export function onlyExpression(task: string): string | undefined {
  const problem = readProblem(task, undefined)
  return problem?.operands.length === 1 ? problem.operands[0]?.expression : undefined
}

function judged(task: string, problem: Problem, answer: string): Judgement {
  const worked = problem.operands.map(({ expression }) => workOut(expression))
  const { text, findings } = solution(task, problem, worked)
  const { truth, choice, results } = findings
  if (results.length < worked.length) {
    const isSaid = noValue.test(answer) && numberIn(answer.replace(/`[^`]*`/g, ' ')) === undefined
    return { isRight: isSaid, reason: isSaid ? 'It has no value, and the answer says so.' : 'It has no value.' }
  }
  const said = saidNumbers(answer)
  const isRight =
    truth !== undefined
      ? (truth ? /^\W*yes\b/i : /^\W*no\b/i).test(answer)
      : choice !== undefined
        ? answer.includes(`${choice} is`)
        : results.every(({ value }) => said.some((number) => isSameNumber(number, value)))
  const [wrong] = wrongEquations(answer)
  if (isRight && !wrong) return { isRight, reason: `I worked it out again: ${text}.` }
  return { isRight: false, reason: wrong ? correction(wrong) : `I worked it out again, and it is ${text}.` }
}

const noValue = /\b(?:zero|no value|undefined|not defined|infinit\w+|cannot|impossible|too large)\b/i

/** Which step is wrong, and what it comes to. */
export function correction({ text, expression, value }: Equation): string {
  return `The step \`${text}\` is wrong: ${expression} is ${value}.`
}
