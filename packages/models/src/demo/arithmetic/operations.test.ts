import { evaluateArithmetic } from '@gyre/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { operationsOf } from './operations.ts'
import { workedSteps } from './worked-steps.ts'

const stepsOf = (expression: string) => workedSteps(expression)?.map((step) => `${step.expression} = ${step.value}`)

describe('an expression worked out step by step', () => {
  it.each([
    ['(17 + 25) * 3 - 26', ['17 + 25 = 42', '42 * 3 = 126', '126 - 26 = 100']],
    ['2 * (3 - 8)^2', ['3 - 8 = -5', '(-5)^2 = 25', '2 * 25 = 50']],
    ['-5 + 3', ['-5 + 3 = -2']],
    ['-(5 + 3)', ['5 + 3 = 8', '0 - 8 = -8']],
    ['sqrt(16) + max(1, 2)', ['sqrt(16) = 4', 'max(1, 2) = 2', '4 + 2 = 6']],
    ['42', []],
  ])('%s', (expression, steps) => {
    expect(stepsOf(expression)).toEqual(steps)
  })

  it.each(['', '2 +', '(2', '2 & 3', 'nonsense', '2 3'])('is none for `%s`', (expression) => {
    expect(operationsOf(expression)).toBeUndefined()
  })

  it('is none for what has no value', () => {
    expect(workedSteps('1 / (2 - 2)')).toBeUndefined()
  })

  it('goes on from what it is told', () => {
    expect(workedSteps('(17 + 25) * 3', (each) => (each === '17 + 25' ? 43 : undefined))?.at(-1)?.value).toBe(129)
  })

  it('comes to the value of the whole', () => {
    const { whole } = fc.letrec<{ whole: string; part: string }>((tie) => ({
      part: fc.oneof(
        { maxDepth: 3 },
        fc.nat(99).map(String),
        tie('whole').map((inside) => `(${inside})`),
      ),
      whole: fc.tuple(tie('part'), fc.constantFrom(' + ', ' - ', ' * '), tie('part')).map((parts) => parts.join('')),
    }))
    fc.assert(
      fc.property(whole, (expression) => {
        expect(workedSteps(expression)?.at(-1)?.value).toBe(evaluateArithmetic(expression))
      }),
    )
  })
})
