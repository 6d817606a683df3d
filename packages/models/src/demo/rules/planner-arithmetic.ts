/** A plan for arithmetic: one step for each operation, in parallel where they do not need each other. */
import { type Operand, type Operation, operationsOf } from '../arithmetic/operations.ts'
import { readProblem } from '../arithmetic/problem.ts'
import type { PlannedStep } from '../decision.ts'
import { stepOutputs } from '../reading/step-results.ts'
import type { Rule } from '../rule.ts'

export const plannerArithmetic: Rule = {
  name: 'planner-arithmetic',
  purposes: ['plan'],
  decide({ text: task }, { material }) {
    const problem = readProblem(task, undefined)
    if (!problem) return undefined
    // A number that is only compared is known.
    const expressions = problem.operands.filter(({ isBare }) => !isBare).map(({ expression }) => expression)
    const [only] = expressions.length === 1 ? expressions : []
    const operations = only === undefined ? undefined : operationsOf(only)
    const before = stepOutputs(material['results']).length
    if (expressions.length === 0) return { kind: 'plan', steps: [{ id: String(before + 1), goal: task, needs: [] }] }
    // The rest of a plan that failed is one step: what was found so far may be wrong.
    if (operations && operations.length <= mostSteps && before === 0)
      return { kind: 'plan', steps: operationSteps(operations, 0) }
    return { kind: 'plan', steps: expressions.map((each, index) => wholeStep(each, before + index)) }
  },
}

/** A plan with more steps is longer than loops take. */
const mostSteps = 10

/** One step for each operation, behind as many as there are before. */
export function operationSteps(operations: readonly Operation[], before: number): readonly PlannedStep[] {
  return operations.map((operation, index) => stepOf(operation, index, before))
}

export function wholeStep(expression: string, before: number): PlannedStep {
  return { id: String(before + 1), goal: `Work out ${expression}.`, needs: [] }
}

function stepOf({ symbol, operands }: Operation, index: number, before: number): PlannedStep {
  const named = (operand: Operand) =>
    'from' in operand ? `the result of step ${before + operand.from + 1}` : String(operand.value)
  const needs = operands.flatMap((operand) => ('from' in operand ? [String(before + operand.from + 1)] : []))
  return { id: String(before + index + 1), goal: goalOf(symbol, operands.map(named)), needs: [...new Set(needs)] }
}

function goalOf(symbol: string, [first = '', ...rest]: readonly string[]): string {
  const [second = ''] = rest
  switch (symbol) {
    case '+':
      return `Add ${first} and ${second}.`
    case '-':
      return `Subtract ${second} from ${first}.`
    case '*':
      return `Multiply ${first} by ${second}.`
    case '/':
      return `Divide ${first} by ${second}.`
    case '^':
    case '%':
      return `Work out ${first} ${symbol} ${second}.`
    default:
      return `Work out ${symbol}(${[first, ...rest].join(', ')}).`
  }
}
