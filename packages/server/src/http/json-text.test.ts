import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readJsonText, textOfBytes } from './json-text.ts'

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

const invalid = { code: 'request-invalid' }

describe('JSON that somebody sent', () => {
  it('is read as it is', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), (text) => {
        fc.pre(!/__proto__|constructor|prototype/.test(text))
        expect(readJsonText(text)).toEqual(JSON.parse(text))
      }),
    )
  })

  it('is read up to a depth of 64', () => {
    expect(readJsonText(nested(64))).toEqual(JSON.parse(nested(64)))
    expect(() => readJsonText(nested(65))).toThrow(expect.objectContaining(invalid))
  })

  it('has its depth told by its brackets alone, not by those in strings', () => {
    const text = JSON.stringify({ a: '[{'.repeat(100), 'b"[[': '\\"[' })
    expect(readJsonText(text)).toEqual({ a: '[{'.repeat(100), 'b"[[': '\\"[' })
  })

  it.each(['__proto__', 'constructor', 'prototype'])('has no key `%s`, however deep and however written', (key) => {
    const escaped = [...key].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')
    for (const text of [`{"${key}":1}`, `[{"a":[{"${key}":{}}]}]`, `{"a":{"${escaped}":1}}`]) {
      expect(() => readJsonText(text)).toThrow(expect.objectContaining(invalid))
    }
    expect(readJsonText(`{"a":"${key}"}`)).toEqual({ a: key })
  })

  it.each(['', ' ', '{', '{"a":1}}', '{"a":1} trailing', "{'a':1}", '{"a":1,}', 'NaN', '\u0000', '"'])(
    'is refused when it is broken: %j',
    (text) => expect(() => readJsonText(text)).toThrow(expect.objectContaining(invalid)),
  )

  it('is refused in time that grows with its length alone', () => {
    expect(() => readJsonText('"\\'.repeat(1_000_000))).toThrow(expect.objectContaining(invalid))
    expect(() => readJsonText('['.repeat(4_000_000))).toThrow(expect.objectContaining(invalid))
  })
})

describe('bytes of a body', () => {
  it('are UTF-8', () => {
    expect(textOfBytes(Buffer.from('{"a":"ä€😀"}'))).toBe('{"a":"ä€😀"}')
  })

  it.each([
    ['a byte order mark', Buffer.from('\uFEFF{}')],
    ['Latin-1', Buffer.from('{"a":"ä"}', 'latin1')],
    ['UTF-16 with a mark', Buffer.from('\uFEFF{}', 'utf16le')],
    ['a cut character', Buffer.from('€').subarray(0, 2)],
    ['an overlong character', Buffer.from([0xc0, 0xaf])],
  ])('are refused with %s', (_, bytes) => {
    expect(() => textOfBytes(bytes)).toThrow(expect.objectContaining(invalid))
  })
})
