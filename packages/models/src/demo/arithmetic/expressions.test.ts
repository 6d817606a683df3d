import { evaluateArithmetic } from '@gyre/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findExpressions, goOnFrom } from './expressions.ts'

const found = (text: string, that?: number) =>
  findExpressions(text, that)
    .filter(({ isBare }) => !isBare)
    .map(({ expression }) => expression)

describe('findExpressions', () => {
  it.each([
    ['What is 17 * 6 + 14?', '17 * 6 + 14'],
    ['17*6=?', '17 * 6'],
    ['What is -5 + 3?', '-5 + 3'],
    ['- 5 + 3', '5 + 3'],
    ['1,250 × 2 ÷ 5', '1250 * 2 / 5'],
    ['max(1,200) + sqrt(16)', 'max(1, 200) + sqrt(16)'],
    ['5x3', '5 * 3'],
    ['2 x (3 + 1)', '2 * (3 + 1)'],
    ['2 ** 10', '2^10'],
    ['$5 + $3', '5 + 3'],
    ['What is 17 % 5?', '17 % 5'],
    ['(1 + 2', '1 + 2'],
    ['three plus 4 plus', '3 + 4'],
  ])('reads `%s` as `%s`', (text, expression) => {
    expect(found(text)).toEqual([expression])
  })

  it.each([
    ['seventeen times six', '17 * 6'],
    ['twenty-five minus one hundred and five', '25 - 105'],
    ['two million divided by 4', '2000000 / 4'],
    ['half of 90', '90 / 2'],
    ['a third of 90', '90 / 3'],
    ['double half of 20', '2 * (20 / 2)'],
    ['15% of 80', '15 / 100 * 80'],
    ['1000 divided by 5 percent of 40', '1000 / (5 / 100 * 40)'],
    ['the square root of 144 plus 5', 'sqrt(144) + 5'],
    ['2 to the power of 10', '2^10'],
    ['five squared', '5^2'],
    ['7 times the sum of 2, 3 and 4', '7 * (2 + 3 + 4)'],
    ['the difference between ten and 4', '10 - 4'],
    ['add 5 to 6', '6 + 5'],
    ['subtract 3 from 10', '10 - 3'],
    ['take 3 from 10', '10 - 3'],
    ['multiply 6 by 7', '6 * 7'],
    ['divide 84 by 2', '84 / 2'],
  ])('reads the words `%s` as `%s`', (text, expression) => {
    expect(found(text)).toEqual([expression])
  })

  it('finds all of several', () => {
    expect(found('What is 2+2, 3*3 and 4-1?')).toEqual(['2 + 2', '3 * 3', '4 - 1'])
  })

  it.each([
    'Who wrote Faust?',
    'On 2026-08-01 at 12:30, version 1.2.3',
    'January 17-19',
    'pages 3-5',
    'open 24/7',
    '80 - 15%',
    '5km + 3km',
    '3 apples + 4 apples',
    'that times 2',
    '',
  ])('finds none in `%s`', (text) => {
    expect(found(text)).toEqual([])
  })

  it('takes `that` for what was worked out before', () => {
    expect([found('add 5 to that', 102), found('square it', -3), found('multiply by 3', 102)]).toEqual([
      ['102 + 5'],
      ['(-3)^2'],
      ['102 * 3'],
    ])
  })

  it('keeps the value of any arithmetic', () => {
    fc.assert(
      fc.property(arithmetic, (expression) => {
        const value = evaluated(expression)
        fc.pre(value !== undefined)
        const [only, ...more] = findExpressions(`What is ${expression}?`)
        expect(more).toEqual([])
        expect(evaluated(only?.expression ?? '')).toBe(value)
      }),
    )
  })

  it('comes to an end with any text', () => {
    const piece = fc.constantFrom(
      '(',
      ')',
      '-',
      '+',
      '5',
      'half ',
      'sum of ',
      'and ',
      'max(',
      ',',
      ' ',
      '% of ',
      'add ',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 200 }), (pieces) => {
        for (const { expression } of findExpressions(pieces.join(''))) expect(expression).toMatch(/\d/)
      }),
    )
    for (const text of ['(', '-', 'half ', 'max(', '1+', 'sum of '])
      expect(found(text.repeat(20_000)).length).toBeLessThan(2)
  })
})

describe('goOnFrom', () => {
  it.each([
    ['and times 2?', '102 * 2'],
    ['minus 3', '102 - 3'],
    ['-5', '102 - 5'],
    ['Okay, and then divided by 4?', '102 / 4'],
    ['plus 5 minus 2', '102 + 5 - 2'],
  ])('reads `%s` as `%s`', (text, expression) => {
    expect(goOnFrom(text, 102)).toBe(expression)
  })

  it.each(['-5 + 3', 'and 3 + 4?', 'How many times?', 'times'])('leaves `%s` alone', (text) => {
    expect(goOnFrom(text, 102)).toBeUndefined()
  })
})

/** Random arithmetic, as people write it. */
const { arithmetic } = fc.letrec<{ arithmetic: string; operand: string }>((tie) => ({
  operand: fc.oneof(
    { maxDepth: 4 },
    fc.nat(9999).map(String),
    fc.tuple(fc.nat(99), fc.nat(9)).map(([whole, tenths]) => `${whole}.${tenths}`),
    tie('arithmetic').map((inside) => `(${inside})`),
    tie('arithmetic').map((inside) => `sqrt(abs(${inside}))`),
    fc.tuple(tie('arithmetic'), tie('arithmetic')).map((both) => `max(${both.join(',')})`),
    fc.nat(99).map((value) => `-${value}`),
  ),
  arithmetic: fc
    .tuple(tie('operand'), fc.constantFrom(' + ', '-', ' * ', '/', ' % ', '^', ' - '), tie('operand'))
    .map((parts) => parts.join('')),
}))

function evaluated(expression: string): number | undefined {
  try {
    return evaluateArithmetic(expression)
  } catch {
    return undefined
  }
}
