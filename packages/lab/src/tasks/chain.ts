/** Chains of arithmetic: each step goes on from the number before it. */
import { calculateTool, resultOf, type Sum } from '../world/arithmetic.ts'
import { share } from '../world/hash.ts'
import { type Course, courseOfQuestions, inOrder } from './course.ts'
import { taskFamily } from './family-of-courses.ts'
import type { TaskFamily } from './task-family.ts'

/** How many steps, and whether there is a tool that calculates. */
export type ChainOptions = {
  readonly steps: number
  /** With a calculator, a call works out a step; without it, the model does all of them. */
  readonly hasTool?: boolean
}

/** Chains of arithmetic: each step goes on from the number before it. */
export function chain({ steps, hasTool = false }: ChainOptions): TaskFamily {
  return taskFamily({
    name: `chain-${steps}`,
    tools: hasTool ? [calculateTool] : [],
    read: readChain,
    goal: (from) => goalOf(from, steps),
  })
}

type Operation = Pick<Sum, 'symbol' | 'right'>

/** Numbers stay above zero, so that every operation changes them. */
function goalOf(from: number, steps: number): string {
  const start = 10 + Math.floor(share('start', from) * 90)
  let left = start
  const operations = Array.from({ length: steps }, (_, step) => {
    const operation = operationOf(share(`symbol ${step}`, from), share(`number ${step}`, from), left)
    left = resultOf({ left, ...operation })
    return `${operation.symbol} ${operation.right}`
  })
  return `Begin with ${start}. Go on, one after another: ${operations.join(', ')}. What comes out?`
}

function operationOf(kind: number, size: number, left: number): Operation {
  if (kind < 0.15) return { symbol: '*', right: 2 + Math.floor(size * 2) }
  if (kind < 0.5 && left > 2) return { symbol: '-', right: 1 + Math.floor(size * Math.min(40, left - 2)) }
  return { symbol: '+', right: 1 + Math.floor(size * 40) }
}

const written = /Begin with (\d+)\. Go on, one after another: ([^.]+)\./

export function readChain(id: string, goal: string): Course | undefined {
  const [, start, list] = written.exec(goal) ?? []
  if (start === undefined || list === undefined) return undefined
  const operations = list.split(', ')
  const last = operations.length - 1
  const before = (part: number, known: (part: number) => string) => (part === 0 ? start : known(part - 1))
  return courseOfQuestions({
    id,
    length: operations.length,
    errs: 'step',
    needs: inOrder,
    question: (part, known) => `What is ${before(part, known)} ${operations[part]}?`,
    answer: (values) => `The result is ${values[last]}.`,
    // Nothing that went wrong before can make this right: what comes out is below zero.
    misplanned: () => ({ part: last, question: (known) => `What is 0 - ${before(last, known)}?` }),
  })
}
