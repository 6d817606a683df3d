import { describe, expect, it } from 'vitest'
import { nearest } from './suggestion.ts'

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
