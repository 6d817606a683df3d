import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cutLine, cutText } from './cut-text.ts'

it.each<[string, string, number, string]>([
  ['that is short enough as it is', 'one two', 7, 'one two'],
  ['at the end of a line', `${'a'.repeat(95)}\n${'b'.repeat(50)}`, 100, 'a'.repeat(95)],
  ['at the end of a line rather than of a word', `${'a'.repeat(93)}\nb ${'c'.repeat(50)}`, 100, 'a'.repeat(93)],
  ['at the end of a word', `${'a'.repeat(95)} ${'b'.repeat(50)}`, 100, 'a'.repeat(95)],
  ['at the end of a word just behind the limit', `${'a'.repeat(100)} b`, 100, 'a'.repeat(100)],
  ['at a space of any kind', `a\t${'b'.repeat(200)}`, 100, 'a'],
  [
    'between values of JSON',
    `{"a":"${'b'.repeat(50)}","key":"${'c'.repeat(200)}"}`,
    100,
    `{"a":"${'b'.repeat(50)}","key":"`,
  ],
  ['before its only word, which may be a key', 'c'.repeat(200), 100, ''],
  ['before a key of 4096 characters', `a ${'c'.repeat(9_000)}`, 4_097, 'a'],
  ['anywhere in what is longer than any key', `a ${'c'.repeat(9_000)}`, 5_000, `a ${'c'.repeat(4_998)}`],
  ['not within a character', `${'a'.repeat(4_999)}😀😀`, 5_000, 'a'.repeat(4_999)],
  ['behind a character of two halves', `${'a'.repeat(4_998)}😀😀`, 5_000, `${'a'.repeat(4_998)}😀`],
])('cuts a text %s', (_, text, limit, cut) => {
  expect(cutText(text, limit)).toBe(cut)
})

it('keeps the beginning of a text, whose last word is whole', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), fc.integer({ min: 1, max: 200 }), (text, limit) => {
      const cut = cutText(text, limit)
      expect(text.startsWith(cut)).toBe(true)
      expect(cut.length).toBeLessThanOrEqual(limit)
      expect(cut.isWellFormed()).toBe(true)
    }),
  )
})

it('leaves a key whole or takes all of it', () => {
  const key = 'sk-proj-abcdefghijklmnop1234'
  const around = fc.constantFrom(' ', '\n', '"', '{"a":"', '","b":', 'word ', 'x,'.repeat(30))
  const texts = fc.tuple(fc.array(around), around, around, fc.array(around))
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 300 }), ([first, before, behind, last], limit) => {
      const cut = cutText([...first, before, key, behind, ...last].join(''), limit)
      expect(cut.replace(key, '')).not.toContain('sk-')
    }),
  )
})

it('says how much of how much is shown', () => {
  expect(cutLine('abc', 'abcdef')).toBe('[Cut: the first 3 of 6 characters are shown.]')
})
