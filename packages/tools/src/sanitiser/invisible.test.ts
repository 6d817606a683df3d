import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasInvisible, placeAfter, removeInvisible } from './invisible.ts'

describe('invisible characters', () => {
  it.each([
    ['of no width', 'a\u200bb\u2060c\ufeffd', 'abcd', 3],
    ['soft hyphens', 'in\u00adstruc\u00adtion', 'instruction', 2],
    ['of direction', '\u202eabc\u202c \u2066d\u2069\u200e\u200f\u061c', 'abc d', 7],
    ['of tags', 'a\u{e0041}\u{e0042}b', 'ab', 2],
    ['that select a form, after a letter', 'a\ufe0fb\u{e0100}c', 'abc', 2],
    ['that select a form, one after the other', '👍\ufe0f\ufe01\u{e0105}!', '👍\ufe0f!', 2],
    ['that join, between Latin letters', 'sys\u200dtem pro\u200cmpt', 'system prompt', 2],
    ['that fill', 'a\u3164b\uffa0c\u034fd\u115fe', 'abcde', 4],
    ['of control', 'a\u0000b\u0008c\u007fd\u009fe', 'abcde', 4],
    ['of annotation and music', 'a\ufff9b\u{1d173}c', 'abc', 2],
    ['that colour a terminal', '\u001b[31mred\u001b[0m', 'red', 9],
    ['that end in the middle of a colour', 'a\u001b\u001b[', 'a[', 2],
    ['of tags after a flag that is none', '🏴\u{e0067}\u{e0062}\u{e007f}', '🏴', 3],
  ])('%s go', (_, before, after, count) => {
    const { text, removed } = removeInvisible(before)
    expect(text).toBe(after)
    expect(removed).toHaveLength(count)
    expect(hasInvisible(before)).toBe(true)
  })

  it.each([
    ['a family', '👨‍👩‍👧‍👦'],
    ['a heart on fire', '❤️‍🔥'],
    ['a skin colour', '👩🏽‍🔬'],
    ['a flag of two letters', '🇦🇹'],
    ['the flag of Scotland', '🏴󠁧󠁢󠁳󠁣󠁴󠁿'],
    ['a flag of colours', '🏳️‍🌈'],
    ['a key', '1️⃣ #️⃣'],
    ['a sun as an emoji and as a letter', '☀️ ☀︎'],
    ['Persian', 'می‌توان کتاب‌ها را خواند'],
    ['Hindi', 'क्‍ष और क्‌ष'],
    ['Malayalam, at the end of a word', 'അവന്‍ വന്നു'],
    ['Sinhala', 'ශ්‍රී ලංකා'],
    ['Hebrew and Arabic', 'שלום, مرحبا'],
    ['a Chinese name with a rare form', '葛\u{e0100}城市'],
    ['Mongolian', 'ᠮᠣᠩᠭᠣᠯ\u180b ᠪᠠᠢ\u180eᠨᠠ'],
    ['lines and pages', 'a\tb\r\nc\fd\u0085e'],
    ['accents', 'é e\u0301 ñ'],
  ])('of %s stay', (_, text) => {
    expect(removeInvisible(text)).toEqual({ text, cuts: [], removed: [] })
  })

  it('are none in letters, digits and signs', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\p{L}\p{N}\p{P}\p{S} \n]{0,80}$/u), (text) => {
        fc.pre(!hasInvisible(text))
        expect(removeInvisible(text).text).toBe(text)
      }),
    )
  })

  it('are gone for good', () => {
    const pieces = ['a', 'ه', '👨', '👍', '1', '⃣', '🏴', '葛', 'क', '\u094d', '\u200b', '\u200c', '\u200d', '\ufe0f']
    const more = [
      '\u{e0100}',
      '\u{e0067}',
      '\u{e0062}',
      '\u{e0065}',
      '\u{e006e}',
      '\u{e007f}',
      '\u001b',
      '[3m',
      '\u00ad',
      'ᄀ',
      '\u1160',
    ]
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces, ...more), { maxLength: 16 }), (all) => {
        const once = removeInvisible(all.join('')).text
        expect(removeInvisible(once)).toEqual({ text: once, cuts: [], removed: [] })
      }),
      { numRuns: 3000 },
    )
  })
})

describe('a place in a text', () => {
  it('moves with what was taken out before it', () => {
    const before = 'a\u200bb\u{e0041}c'
    const { cuts, text } = removeInvisible(before)
    expect(text).toBe('abc')
    expect([...'abc'].map((letter) => placeAfter(cuts, before.indexOf(letter)))).toEqual([0, 1, 2])
    expect(placeAfter(cuts, before.length)).toBe(3)
  })

  it('is told for each character that was taken out', () => {
    expect(removeInvisible('a\u200bb\u{e0041}c').removed).toEqual([
      { code: 0x200b, at: 1 },
      { code: 0xe0041, at: 2 },
    ])
  })
})
