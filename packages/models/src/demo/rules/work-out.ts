/** One expression worked out: by what a tool said, else in the head. */
import { evaluateArithmetic, GyreError } from '@gyre/core'
import { numberIn } from '../arithmetic/result-text.ts'
import type { Attempt } from '../reading/exchange.ts'
import type { Worked } from './solution.ts'

/** What the tool said, or what comes out without it. */
export function workOut(expression: string, attempt?: Attempt): Worked {
  const observed = attempt && observedValue(attempt)
  if (observed !== undefined) return { expression, value: observed, source: 'tool' }
  const failed = attempt && { trouble: troubleOf(attempt) }
  try {
    return { expression, value: evaluateArithmetic(expression), source: 'head', ...failed }
  } catch (error) {
    if (!(error instanceof GyreError)) throw error
    return { expression, fault: error.message, source: 'head', ...failed }
  }
}

export function observedValue({ observation }: Attempt): number | undefined {
  return observation && !observation.isError ? numberIn(observation.text) : undefined
}

function troubleOf({ tool, observation }: Attempt): string {
  if (!observation) return `\`${tool}\` said nothing`
  return observation.isError ? `\`${tool}\` failed` : `\`${tool}\` gave no number`
}
