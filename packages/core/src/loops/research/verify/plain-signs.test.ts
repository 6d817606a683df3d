import { describe, expect, it } from 'vitest'
import { plainSigns } from './plain-signs.ts'

describe('plainSigns', () => {
  it.each([
    ['&lbrack;2&rbrack; &#91;3&#93; [&#x32;]', '[2] [3] [2]'],
    ['&amp;amp;lsqb;2&amp;#93;', '[2]'],
    ['&quot;a&quot; &ndash; &frac12;', '"a" – ½'],
    ['[c\u200b2] so\u00adft \u202eab\u202c', '[c2] soft ab'],
    ['می\u200cخواهم', 'می\u200cخواهم'],
    ['a\r\nb\rc', 'a\nb\nc'],
    ['R&D; at &unknown;', 'R&D; at &amp;unknown;'],
    ['salt & pepper', 'salt & pepper'],
  ])('writes %j as %j', (text, plain) => {
    expect(plainSigns(text)).toBe(plain)
    expect(plainSigns(plain)).toBe(plain)
  })
})
