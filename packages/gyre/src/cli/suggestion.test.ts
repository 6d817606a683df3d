import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { distance, nearest } from './suggestion.ts'

describe('nearest', () => {
  it.each([
    ['lops', 'loops'],
    ['atach', 'attach'],
    ['rusume', 'resume'],
    ['resuem', 'resume'],
    ['hello', undefined],
    ['x', undefined],
  ])('takes %s for %s', (word, meant) => {
    expect(nearest(word, ['loops', 'attach', 'resume', 'help'])).toBe(meant)
  })
})

describe('distance', () => {
  it.each([
    ['', '', 0],
    ['', 'abc', 3],
    ['abc', 'acb', 1],
    ['kitten', 'sitting', 3],
  ])('from %s to %s is %i', (from, to, slips) => {
    expect(distance(from, to)).toBe(slips)
  })

  it('is the same both ways, and 0 only for equal words', () => {
    const word = fc.string({ maxLength: 8 })
    fc.assert(
      fc.property(word, word, (one, other) => {
        expect(distance(one, other)).toBe(distance(other, one))
        expect(distance(one, other) === 0).toBe(one === other)
      }),
    )
  })
})
