import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { binaryType } from './media-type.ts'
import { textContent, textTrouble, withoutMark } from './text-content.ts'

const bytes = (...parts: readonly (string | readonly number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))))

describe('textContent', () => {
  it('reads any text back that was written as UTF-8', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(textContent(Buffer.from(text))).toEqual({ text, encoding: 'utf-8', isExact: true })
      }),
    )
  })

  it('keeps a byte order mark, which is left out where the text is shown', () => {
    const { text } = textContent(bytes([0xef, 0xbb, 0xbf], 'a'))
    expect(text).toBe('\uFEFFa')
    expect(withoutMark(text)).toBe('a')
  })

  it('reads UTF-16 by its byte order mark, and says so', () => {
    const little = textContent(Buffer.from('\uFEFFhé\n', 'utf16le'))
    expect(little).toEqual({ text: '\uFEFFhé\n', encoding: 'utf-16le', isExact: true })
    expect(textTrouble(little)).toEqual(['The file is UTF-16LE.'])
    expect(textContent(bytes([0xfe, 0xff, 0, 0x68]))).toMatchObject({ text: '\uFEFFh', encoding: 'utf-16be' })
  })

  it('shows what is not UTF-8 with a mark, and says where', () => {
    const content = textContent(bytes('one\ncaf', [0xe9], '\n', [0xff], '\n'))
    expect(content).toMatchObject({ text: 'one\ncaf\uFFFD\n\uFFFD\n', isExact: false })
    expect(textTrouble(content)).toEqual([
      'Not valid UTF-8: what cannot be read is shown as \uFFFD (2 times, first in line 2).',
    ])
  })

  it('leaves out a character that was cut, and only when the bytes were', () => {
    expect(textContent(bytes('a', [0xc3]), { isCut: true })).toEqual({ text: 'a', encoding: 'utf-8', isExact: true })
    expect(textContent(bytes('a', [0xc3]))).toMatchObject({ text: 'a\uFFFD', isExact: false })
  })
})

describe('binaryType', () => {
  it.each([
    ['image/png', bytes([0x89], 'PNG\r\n', [0x1a], '\n', [0, 0])],
    ['image/jpeg', bytes([0xff, 0xd8, 0xff, 0xe0])],
    ['image/gif', bytes('GIF89a', [1, 0])],
    ['image/webp', bytes('RIFF', [1, 2, 3, 0], 'WEBP')],
    ['application/pdf', bytes('%PDF-1.7\n')],
    ['application/zip', bytes('PK', [3, 4, 20, 0])],
    ['application/gzip', bytes([0x1f, 0x8b, 8, 0])],
    ['application/octet-stream', bytes('ELF', [0, 1])],
    [undefined, bytes('plain text')],
    [undefined, bytes('')],
    [undefined, bytes('GIF89a is how a picture begins.')],
    [undefined, bytes('caf', [0xe9])],
    [undefined, Buffer.from('\uFEFFa', 'utf16le')],
  ])('is %j by the first bytes', (type, given) => {
    expect(binaryType(given)).toBe(type)
  })
})
