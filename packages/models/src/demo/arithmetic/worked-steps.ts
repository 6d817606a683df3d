/** An expression worked out one operation at a time. */
import { evaluateArithmetic } from '@gyre/core'
import { type Operation, operationsOf, writeOperation } from './operations.ts'

export type WorkedStep = { readonly operation: Operation; readonly expression: string; readonly value: number }

/** `told` may know better what an operation came to. Undefined for what cannot be worked out. */
export function workedSteps(
  expression: string,
  told: (expression: string) => number | undefined = () => undefined,
): readonly WorkedStep[] | undefined {
  const operations = operationsOf(expression)
  if (!operations) return undefined
  const steps: WorkedStep[] = []
  const values: number[] = []
  for (const operation of operations) {
    const written = writeOperation(operation, values)
    const value = told(written) ?? evaluated(written)
    if (value === undefined) return undefined
    values.push(value)
    steps.push({ operation, expression: written, value })
  }
  return steps
}

export function evaluated(expression: string): number | undefined {
  try {
    return evaluateArithmetic(expression)
  } catch {
    return undefined
  }
}
