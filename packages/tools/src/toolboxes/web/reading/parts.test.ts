import fc from 'fast-check'
import { expect, it } from 'vitest'
import { partsOf } from './parts.ts'

it('cuts a long text between paragraphs, lines, sentences or words, whichever comes first', () => {
  expect(partsOf('one two\n\nthree four', 12)).toEqual(['one two\n\n', 'three four'])
  expect(partsOf('one two\nthree four', 12)).toEqual(['one two\n', 'three four'])
  expect(partsOf('One two. Three four.', 12)).toEqual(['One two. ', 'Three four.'])
  expect(partsOf('one two three', 9)).toEqual(['one two ', 'three'])
  expect(partsOf('abcdefgh', 3)).toEqual(['abc', 'def', 'gh'])
  expect(partsOf('', 3)).toEqual([''])
})

it('loses nothing, and no part is longer than it may be or empty', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), fc.integer({ min: 2, max: 60 }), (text, length) => {
      const parts = partsOf(text, length)
      expect(parts.join('')).toBe(text)
      for (const part of parts) expect(part.length).toBeLessThanOrEqual(length)
      if (text !== '') expect(parts).not.toContain('')
      for (const part of parts) expect(part.isWellFormed()).toBe(true)
    }),
  )
})
