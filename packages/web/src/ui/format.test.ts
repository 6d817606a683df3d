import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ago, count, duration, money, plural, shortCount } from './format.ts'

describe('numbers as people read them', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [10_214, '10\u2009214'],
    [1_234_567, '1\u2009234\u2009567'],
  ])('count %d is %s', (value, text) => expect(count(value)).toBe(text))

  it.each([
    [0, '0'],
    [999, '999'],
    [1234, '1.2k'],
    [31_400, '31k'],
    [1_240_000, '1.2M'],
  ])('short, %d is %s', (value, text) => expect(shortCount(value)).toBe(text))

  it.each([
    [null, 'cost unknown'],
    [undefined, 'cost unknown'],
    [0, '$0'],
    [0.00004, '$0.000040'],
    [0.0041, '$0.0041'],
    [0.18, '$0.18'],
    [12.5, '$12.50'],
    [1234.5, '$1\u2009234.50'],
  ])('a cost of %s is %s', (usd, text) => expect(money(usd)).toBe(text))

  it.each([
    [0, '0 s'],
    [42, '42 ms'],
    [400, '0.4 s'],
    [3100, '3.1 s'],
    [46_000, '46 s'],
    [59_900, '59 s'],
    [192_000, '3:12'],
    [3_723_000, '1:02:03'],
  ])('%d ms last %s', (ms, text) => expect(duration(ms)).toBe(text))

  it('never shows sixty seconds or minutes', () => {
    fc.assert(fc.property(fc.integer({ min: 60_000, max: 400_000_000 }), (ms) => !/:(60|6[1-9])/.test(duration(ms))))
  })

  it.each([
    [0, 'just now'],
    [59_000, '59 s ago'],
    [120_000, '2 min ago'],
    [3 * 3_600_000, '3 h ago'],
    [50 * 3_600_000, '2 d ago'],
  ])('%d ms back is %s', (ms, text) => expect(ago(1_000_000_000_000 - ms, 1_000_000_000_000)).toBe(text))

  it('counts things by their names', () => {
    expect([plural(1, 'step'), plural(3, 'step'), plural(0, 'reply', 'replies')]).toEqual([
      '1 step',
      '3 steps',
      '0 replies',
    ])
  })
})
