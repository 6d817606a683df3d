import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { evaluateArithmetic } from './arithmetic.ts'

describe('evaluateArithmetic', () => {
  it.each([
    ['17 * 6 + 14', 116],
    ['2 + 3 * 4', 14],
    ['(2 + 3) * 4', 20],
    ['10 - 4 - 3', 3],
    ['100 / 10 / 2', 5],
    ['7 % 4', 3],
    ['-3 + 5', 2],
    ['- (2 + 3)', -5],
    ['--3', 3],
    ['2 - -3', 5],
    ['2 ^ 3 ^ 2', 512],
    ['2 ** 3', 8],
    ['-2 ^ 2', -4],
    ['2 ^ -1', 0.5],
    ['1.5e3 + .5', 1500.5],
    ['0.1 + 0.2', 0.3],
    ['6 × 7 ÷ 2 − 1', 20],
    ['sqrt(16) + abs(-3)', 7],
    ['round(2.5) + floor(2.9) + ceil(2.1)', 8],
    ['min(3, 1, 2) + max(3, 1, 2)', 4],
    ['round(pi * 100)', 314],
    ['round(e * 100)', 272],
    ['  1  ', 1],
  ])('reads `%s` as %d', (expression, value) => {
    expect(evaluateArithmetic(expression)).toBe(value)
  })

  it.each([
    ['', /it ends too early/],
    ['2 +', /it ends too early/],
    ['2 3', /`3` was not expected/],
    ['(2 + 3', /a `\)` is missing/],
    ['2 + 3)', /`\)` was not expected/],
    ['two + 2', /`two` is not a number/],
    ['process.exit()', /is not/],
    ['constructor', /`constructor` is not a number/],
    ['sqrt 4', /`sqrt` is not a number/],
    ['1; 2', /`; 2` is not arithmetic/],
    ['1 / 0', /divides by zero or is too large/],
    ['10 ^ 400', /divides by zero or is too large/],
    ['0 / 0', /has no value/],
    ['sqrt(-1)', /has no value/],
    ['('.repeat(500), /nested too deeply|ends too early/],
    ['-'.repeat(100_000), /nested too deeply/],
  ])('refuses `%.20s` and says why', (expression, why) => {
    expect(() => evaluateArithmetic(expression)).toThrow(expect.objectContaining({ code: 'argument-invalid' }))
    expect(() => evaluateArithmetic(expression)).toThrow(why)
  })

  it('agrees with the language on sums and products of whole numbers', () => {
    const number = fc.integer({ min: -1_000, max: 1_000 })
    fc.assert(
      fc.property(number, number, number, (a, b, c) => {
        expect(evaluateArithmetic(`${a} + ${b} * (${c})`)).toBe(a + b * c + 0)
        expect(evaluateArithmetic(`(${a} - ${b}) * ${c}`)).toBe((a - b) * c + 0)
      }),
    )
  })

  it('reads or refuses any text, and never anything else', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\d+*/%^()., a-z-]{0,30}$/), (text) => {
        try {
          expect(Number.isFinite(evaluateArithmetic(text))).toBe(true)
        } catch (error) {
          expect(error).toMatchObject({ code: 'argument-invalid' })
        }
      }),
    )
  })
})
