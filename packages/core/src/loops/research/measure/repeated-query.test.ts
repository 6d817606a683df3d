import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isRepeated } from './repeated-query.ts'

const x = Float32Array.of(1, 0)
const y = Float32Array.of(0, 1)
const query = (text: string, vector = x) => ({ text, vector })

describe('a repeated query', () => {
  it.each([
    ['Ferry strike 1911', 'ferry  strike, 1911?'],
    ['strike of the ferry crews', 'The ferry crews: strike of'],
    ['one two three four', 'one two three four five'],
    ['Café prices', 'cafe\u0301 PRICES'],
    ['¿?', '!'],
  ])('%j is, after %j', (text, asked) => {
    expect(isRepeated(query(text), [query('other', y), query(asked, y)], null)).toBe(true)
  })

  it.each([
    ['Ferry strike 1911', 'Ferry strike 1912'],
    ['one two three', 'one two three four'],
    ['ferry', ''],
  ])('%j is not, after %j', (text, asked) => {
    expect(isRepeated(query(text), [query(asked, y)], null)).toBe(false)
  })

  it('is told by the vectors, too, where they have a likeness', () => {
    const alike = [query('walkout on the boats', Float32Array.of(0.9, Math.sqrt(0.19)))]
    expect(isRepeated(query('ferry strike'), alike, 0.86)).toBe(true)
    expect(isRepeated(query('ferry strike'), alike, 0.91)).toBe(false)
    expect(isRepeated(query('ferry strike'), alike, null)).toBe(false)
  })

  it('is told by the words where the vectors differ', () => {
    expect(isRepeated(query('ferry strike', x), [query('Ferry strike', y)], 0.86)).toBe(true)
  })

  it('is never the first, and always one that was asked in any order of its words', () => {
    const words = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,6}$/), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(words, (all) => {
        const text = all.join(' ')
        expect(isRepeated(query(text), [], 0.86)).toBe(false)
        expect(isRepeated(query(text), [query(`${all.toReversed().join(', ')}?`.toUpperCase(), y)], null)).toBe(true)
      }),
    )
  })
})
