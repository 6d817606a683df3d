import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { solves } from './expression.ts'
import { canReach, movesFrom, termsOf } from './moves.ts'
import { operate, type Rational } from './rational.ts'

describe('the game of 24', () => {
  it.each([
    [[4, 9, 10, 13], true],
    [[1, 5, 5, 5], true],
    [[3, 3, 8, 8], true],
    [[1, 1, 1, 1], false],
    [[13, 13, 13, 7], false],
  ])('knows whether %j can be won: %s', (numbers, can) => expect(canReach(termsOf(numbers))).toBe(can))

  it.each([
    ['(13 - 9) * (10 - 4)', true],
    ['8 / (3 - 8 / 3)', false],
    ['(13 - 9) * (10 - 4) + 0', false],
    ['(13 - 9) * 6', false],
    ['(13 - 9) * (10 - 4', false],
    ['13 - 9 * 10 - 4', false],
    ['10 / (9 - 9)', false],
    ['', false],
    ['24', false],
  ])('reads %s: %s', (expression, isRight) => expect(solves(expression, [4, 9, 10, 13])).toBe(isRight))

  it('reckons exactly, where thirds are needed', () => expect(solves('8 / (3 - 8 / 3)', [3, 3, 8, 8])).toBe(true))

  it('takes back what it has added', () => {
    const rational = fc.record({ above: fc.integer({ min: -50, max: 50 }), below: fc.integer({ min: 1, max: 50 }) })
    const lowest = (value: Rational) => operate('+', value, { above: 0, below: 1 })!
    fc.assert(
      fc.property(rational, rational, (a, b) => {
        expect(operate('-', operate('+', a, b)!, b)).toEqual(lowest(a))
        if (b.above !== 0) expect(operate('*', operate('/', a, b)!, b)).toEqual(lowest(a))
      }),
    )
  })

  it('makes each move once, and leaves one number fewer', () => {
    const moves = movesFrom(termsOf([2, 2, 3]))
    expect(new Set(moves.map(({ text }) => text)).size).toBe(moves.length)
    expect(moves.every(({ left }) => left.length === 2)).toBe(true)
    expect(moves.map(({ text }) => text)).toContain('2 - 3 = -1 (left: 2, -1)')
  })
})
