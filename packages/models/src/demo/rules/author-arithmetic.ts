/** Arithmetic: with a calculator where one is offered, else in the head. */
import type { Json } from '@gyre/core'
import { type Problem, readProblem } from '../arithmetic/problem.ts'
import { numberIn } from '../arithmetic/result-text.ts'
import { workedSteps } from '../arithmetic/worked-steps.ts'
import type { Answer, Decision } from '../decision.ts'
import type { Attempt, Question } from '../reading/exchange.ts'
import { calculatorOf } from '../reading/offered-tools.ts'
import type { Reading } from '../reading/reading.ts'
import { stepOutputs, withResults } from '../reading/step-results.ts'
import type { Rule } from '../rule.ts'
import { solution, type Worked } from './solution.ts'
import { observedValue, workOut } from './work-out.ts'

export const authorArithmetic: Rule = {
  name: 'author-arithmetic',
  purposes: ['answer', 'follow-ups'],
  ability: 'work out arithmetic such as `What is 17 * 6 + 14?`, in words, too, and compare results',
  decide(question, reading) {
    const problem = problemOf(reading, question)
    return problem && decided(reading, question, problem)
  },
}

/** What the question asks, unless the calls made since were for something else: guidance is shown once only. */
function problemOf(reading: Reading, question: Question): Problem | undefined {
  const asked = readProblem(textOf(question, reading), valueBefore(reading, question))
  if (!asked) return undefined
  const wanted = new Set(asked.operands.flatMap(({ expression }) => [expression, ...stepsTo(expression)]))
  const last = reading.batches.slice(question.batchesBefore).at(-1) ?? []
  const called = last.map(expressionOf).filter((expression) => expression !== undefined)
  if (called.every((expression) => wanted.has(expression))) return asked
  return { operands: called.map((expression) => ({ expression, isBare: false })) }
}

/** Somebody may have gone there step by step. */
function stepsTo(expression: string): readonly string[] {
  return workedSteps(expression)?.map((step) => step.expression) ?? []
}

/** A step of a plan speaks of the results of others. */
function textOf({ text }: Question, { material }: Reading): string {
  return withResults(text, stepOutputs(material['results']), (output) => numberIn(output)?.toString())
}

/** What was worked out before a question was asked, in this exchange or the one before. */
function valueBefore({ batches, lastAnswer, material }: Reading, { batchesBefore }: Question): number | undefined {
  const observed = batches.slice(0, batchesBefore).flat().map(observedValue)
  const last = observed.findLast((value) => value !== undefined)
  const before = stepOutputs(material['results']).at(-1)?.text ?? lastAnswer
  return last ?? (before === undefined ? undefined : numberIn(before))
}

function expressionOf({ input }: Attempt): string | undefined {
  const expression = (input as { readonly [key: string]: Json } | null)?.['expression']
  return typeof expression === 'string' ? expression : undefined
}

function decided(reading: Reading, question: Question, problem: Problem): Decision {
  const attempts = new Map(reading.batches.flat().map((attempt) => [expressionOf(attempt), attempt]))
  const open = problem.operands.filter(({ expression, isBare }) => !isBare && !attempts.has(expression))
  const calculator = calculatorOf(reading.tools)
  if (calculator && open.length > 0) {
    const calls = open.map(({ expression }) => ({ tool: calculator.name, input: { expression } }))
    return { kind: 'calls', thought: wantedThought(open.map(({ expression }) => expression)), calls }
  }
  const worked = problem.operands.map(({ expression }) => workOut(expression, attempts.get(expression)))
  return answer(question, problem, worked)
}

function wantedThought(expressions: readonly string[]): string {
  if (expressions.length === 1) return `The value of ${expressions[0]} is wanted.`
  return `The values of ${expressions.slice(0, -1).join(', ')} and ${expressions.at(-1)} are wanted.`
}

function answer(question: Question, problem: Problem, worked: readonly Worked[]): Answer {
  const solved = solution(question.text, problem, worked)
  const isTold = worked.every(({ source }) => source === 'tool')
  const expressions = worked.map(({ expression }) => expression)
  // A reply that cannot be read is shown again without its question: the thought must be enough to go on from.
  const thought = isTold ? `The tool has said it: ${solved.text}` : wantedThought(expressions)
  return { kind: 'answer', thought, ...solved }
}
