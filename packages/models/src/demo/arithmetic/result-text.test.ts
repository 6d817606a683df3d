import { describe, expect, it } from 'vitest'
import { numberIn, numbersIn } from './result-text.ts'

describe('numberIn', () => {
  it.each([
    ['102', 102],
    ['17 * 6 = 102', 102],
    ['2 + 2 = 4 and 3 * 3 = 9', 9],
    ['{"result":-1.5}', -1.5],
    ['1,250 in all', 1250],
    ['1e+21', 1e21],
    ['<data id="7">\n102\n</data>', 102],
  ])('reads `%s` as %d', (text, value) => {
    expect(numberIn(text)).toBe(value)
  })

  it.each(['none', 'between 3 and 5', ''])('reads no number in `%s`', (text) => {
    expect(numberIn(text)).toBeUndefined()
  })

  it('has all results of several', () => {
    expect(numbersIn('2 + 2 = 4 and 3 * 3 = 9')).toEqual([4, 9])
  })
})
