import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cutLine, cutText } from './cut-text.ts'

it.each<[string, string, number, string]>([
  ['that is short enough as it is', 'one two', 7, 'one two'],
  ['at the end of a line', `${'a'.repeat(95)}\n${'b'.repeat(50)}`, 100, 'a'.repeat(95)],
  ['at the end of a line rather than of a word', `${'a'.repeat(93)}\nb ${'c'.repeat(50)}`, 100, 'a'.repeat(93)],
  ['at the end of a word', `${'a'.repeat(95)} ${'b'.repeat(50)}`, 100, 'a'.repeat(95)],
  ['anywhere when lines and words are long', `a\nb ${'c'.repeat(200)}`, 100, `a\nb ${'c'.repeat(96)}`],
  ['not within a character', `${'a'.repeat(99)}😀😀`, 100, 'a'.repeat(99)],
  ['behind a character of two halves', `${'a'.repeat(98)}😀😀`, 100, `${'a'.repeat(98)}😀`],
])('cuts a text %s', (_, text, limit, cut) => {
  expect(cutText(text, limit)).toBe(cut)
})

it('keeps the beginning of a text, and at least nine tenths of what there is room for', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), fc.integer({ min: 1, max: 200 }), (text, limit) => {
      const cut = cutText(text, limit)
      expect(text.startsWith(cut)).toBe(true)
      expect(cut.length).toBeLessThanOrEqual(limit)
      expect(cut.length).toBeGreaterThanOrEqual(Math.min(text.length, Math.floor(limit * 0.9) - 1))
      expect(cut.isWellFormed()).toBe(true)
    }),
  )
})

it('says how much of how much is shown', () => {
  expect(cutLine('abc', 'abcdef')).toBe('[Cut: the first 3 of 6 characters are shown.]')
})
