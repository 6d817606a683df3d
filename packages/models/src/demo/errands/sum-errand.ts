/** Arithmetic: all expressions at once, then what is made of their results. */
import { type Gathered, readGathered } from '../arithmetic/gathered.ts'
import { type Problem, readProblem } from '../arithmetic/problem.ts'
import type { Answer } from '../decision.ts'
import { calculatorOf } from '../reading/offered-tools.ts'
import type { WaveResult, WaveResults } from '../reading/wave-results.ts'
import { solution, type Worked } from '../rules/solution.ts'
import { workOut } from '../rules/work-out.ts'
import { type Errand, isPlanned, nothingNext, type Scene, type WaveCall } from './errand.ts'

/** Undefined for a text that is no arithmetic, or a number alone. `name` begins the ids of its calls. */
export function sumErrand(task: string, name = 'sum'): Errand | undefined {
  const gathered = readGathered(task)
  const problem = gathered?.problem ?? readProblem(task, undefined)
  if (!problem?.operands.some(({ isBare }) => !isBare)) return undefined
  const sums = { task, problem, gathered, name }
  return {
    next: (scene) => {
      const tool = calculatorOf(scene.tools)?.name
      if (tool === undefined) return nothingNext
      const calls = callsFor(sums, tool).filter(({ id }) => !isPlanned(id, scene))
      const last = calls.length === 0 || scene.isAtOnce ? totalCall(sums, tool, scene) : undefined
      const all = [...calls, ...(last && !isPlanned(last.id, scene) ? [last] : [])]
      return { calls: all, aims: all.map(({ args }) => `the value of ${String(args['expression'])}`) }
    },
    answer: (results) => {
      const isBegun = problem.operands.some((_, index) => results.has(idOf(sums, index)))
      return isBegun ? answered(sums, results) : undefined
    },
  }
}

type Sums = {
  readonly task: string
  readonly problem: Problem
  readonly gathered: Gathered | undefined
  readonly name: string
}

function callsFor(sums: Sums, tool: string): readonly WaveCall[] {
  return sums.problem.operands.flatMap(({ expression, isBare }, index) =>
    isBare ? [] : [{ id: idOf(sums, index), tool, args: { expression } }],
  )
}

function idOf({ name }: Sums, index: number): string {
  return `${name}-${index + 1}`
}

/** What is made of the results: by their values; by the expressions where nobody will see those. */
function totalCall(sums: Sums, tool: string, { results, isAtOnce }: Pick<Scene, 'results' | 'isAtOnce'>) {
  const { gathered, name } = sums
  const parts = workedBy(sums, results)
  if (!gathered || parts.some(({ fault }) => fault !== undefined)) return undefined
  const shown = parts.map(({ expression, value = 0 }) =>
    isAtOnce ? `(${expression})` : value < 0 ? `(${value})` : value,
  )
  return { id: `${name}-total`, tool, args: { expression: shown.join(` ${gathered.symbol} `) } }
}

function workedBy(sums: Sums, results: WaveResults): readonly Worked[] {
  return sums.problem.operands.map(({ expression }, index) => worked(expression, results.get(idOf(sums, index))))
}

function worked(expression: string, result: WaveResult | undefined): Worked {
  if (!result) return workOut(expression)
  const { tool, status, text } = result
  return workOut(expression, { tool, input: { expression }, observation: { text, isError: status !== 'ok' } })
}

function answered(sums: Sums, results: WaveResults): Pick<Answer, 'text' | 'findings'> {
  const { task, problem } = sums
  const parts = workedBy(sums, results)
  const total = totalCall(sums, '', { results, isAtOnce: false })
  if (!total) return solution(task, problem, parts)
  const expression = total.args.expression
  return solution(task, problem, [...parts, worked(expression, results.get(total.id))])
}
