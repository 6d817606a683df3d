import { describe, expect, it } from 'vitest'
import { escaped, unescaped } from './escaped-text.ts'

describe('an escaped text', () => {
  const texts = ['', 'plain', '\0', '\u0001', '\u00010', '\u00011', 'a\0b\u0001\0', '\u0001\u0001\0\u00010']

  it.each(texts)('holds no NUL and reads as it was: %j', (text) => {
    expect(escaped(text)).not.toContain('\0')
    expect(unescaped(escaped(text))).toBe(text)
  })

  it('is like no other, and sorted like the text', () => {
    const sorted = ['a', 'a\0', 'a\0\0', 'a\0b', 'a\u0001', 'a\u00010', 'a\u00011', 'a\u0002', 'b']
    expect(sorted.map(escaped).toSorted()).toEqual(sorted.map(escaped))
    expect(new Set(sorted.map(escaped)).size).toBe(sorted.length)
  })
})
