import { describe, expect, it } from 'vitest'
import { countOf, countPattern } from './counts.ts'

describe('numbers of guests and nights', () => {
  it.each([
    ['3', 3],
    ['400', 400],
    ['a', 1],
    ['one single', 1],
    ['zero', 0],
    ['no', 0],
    ['twelve', 12],
    ['twenty-one', 21],
    ['four hundred', 400],
    ['a hundred and five', 105],
    ['a couple of', 2],
    ['a few', 3],
  ])('`%s` is a whole one', (said, value) => {
    expect(new RegExp(`^(?:${countPattern})(?= nights)`).exec(`${said} nights`)?.[0]).toBe(said)
    expect(countOf(said)).toBe(value)
  })
})
