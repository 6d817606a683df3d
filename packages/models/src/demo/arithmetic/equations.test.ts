import { describe, expect, it } from 'vitest'
import { equationsIn, wrongEquations } from './equations.ts'

describe('equations in a text', () => {
  it.each([
    ['First 17 * 6 = 102, then (102 + 14) / 2 = 58.', ['17 * 6 = 102', '(102 + 14) / 2 = 58']],
    ['sqrt(16) + 1 = 5', ['sqrt(16) + 1 = 5']],
    ['It is 2 + 2 = 1,000 there.', ['2 + 2 = 1,000']],
    ['x = 5, 3 = 3, v2 + 3 = 5, 1 + 1 = 2 + 0', []],
    ['no sums', []],
  ])('%s', (text, found) => {
    expect(equationsIn(text).map((equation) => equation.text)).toEqual(found)
  })

  it('are wrong when they say something else than what comes out', () => {
    expect(wrongEquations('17 + 25 = 42, 42 * 3 = 136, 1 / 3 = 0.3333333333')).toEqual([
      { text: '42 * 3 = 136', expression: '42 * 3', said: 136, value: 126 },
    ])
  })
})
