import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { replaceOnce } from './exact-replacement.ts'

describe('replaceOnce', () => {
  it('replaces what is there once, and says in which line', () => {
    expect(replaceOnce('a\nb\nc\n', 'b', 'B\nB')).toEqual({ ok: true, text: 'a\nB\nB\nc\n', line: 2 })
    expect(replaceOnce('abc', 'abc', '')).toEqual({ ok: true, text: '', line: 1 })
  })

  it.each(['$&', '$1', '$$', "$'", '\\1'])('takes %j literally', (text) => {
    expect(replaceOnce('a(b)c', '(b)', text)).toMatchObject({ text: `a${text}c` })
  })

  it.each([
    ['a b a', 'a', 'more than once (first in the lines 1 and 1)'],
    ['x\naa\na', 'a', 'more than once (first in the lines 2 and 2)'],
    ['aaa', 'aa', 'more than once'],
    ['abc', 'd', '`old` is not in the file: read it again'],
    ['  if (a) {\n    b()\n', 'if (a) {\n  b()', 'not in the file (with other spaces or line breaks it is)'],
    ['abc', 'A', 'not in the file'],
    ['abc', ' ', 'not in the file:'],
  ])('refuses in %j the text %j: %s', (text, old, why) => {
    expect(replaceOnce(text, old, 'new')).toEqual({ ok: false, why: expect.stringContaining(why) })
  })

  it('refuses to replace a text by itself', () => {
    expect(replaceOnce('a', 'a', 'a')).toEqual({ ok: false, why: '`old` and `new` are the same' })
  })

  it('keeps the line ends of a file whose lines all end in the same way', () => {
    expect(replaceOnce('a\r\nb\r\n', 'a\nb', 'x\ny')).toMatchObject({ text: 'x\r\ny\r\n' })
    expect(replaceOnce('a\r\nb\r\n', 'a\r\nb', 'x\r\ny')).toMatchObject({ text: 'x\r\ny\r\n' })
    expect(replaceOnce('a\r\nb\nc', 'b\nc', 'x\ny')).toMatchObject({ text: 'a\r\nx\ny' })
  })

  it('changes nothing but the stretch, whatever is around it', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (before, after, put) => {
        const result = replaceOnce(`${before}\u{1F511}${after}`, '\u{1F511}', put)
        if (!before.includes('\r\n') && !after.includes('\r\n'))
          expect(result).toMatchObject({ text: before + put + after })
      }),
    )
  })
})
