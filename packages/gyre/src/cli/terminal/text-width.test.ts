import fc from 'fast-check'
import stringWidth from 'string-width'
import { describe, expect, it } from 'vitest'
import { oneLine } from './one-line.ts'
import { fitEnd, fitStart, widthOf, wrapped } from './text-width.ts'

describe('fitStart and fitEnd', () => {
  it.each([
    ['hello', 5, 'hello', 'hello'],
    ['hello', 4, 'hel…', '…llo'],
    ['hello', 1, '…', '…'],
    ['hello', 0, '', ''],
    ['日本語', 6, '日本語', '日本語'],
    ['日本語', 5, '日本…', '…本語'],
    ['日本語', 4, '日…', '…語'],
    ['👩‍👩‍👧 family', 6, '👩‍👩‍👧 fa…', '…amily'],
  ])('cut %s to %i columns', (text, columns, start, end) => {
    expect([fitStart(text, columns), fitEnd(text, columns)]).toEqual([start, end])
  })

  it('never take more columns than there are', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 40 }).map(oneLine)
    fc.assert(
      fc.property(text, fc.integer({ min: 0, max: 30 }), (said, columns) => {
        expect(widthOf(fitStart(said, columns))).toBeLessThanOrEqual(columns)
        expect(widthOf(fitEnd(said, columns))).toBeLessThanOrEqual(columns)
      }),
    )
  })
})

describe('oneLine', () => {
  it('leaves nothing that moves the cursor or changes colours', () => {
    expect(oneLine('  a\n\tb\r\x1b[31mred\x1b[0m\x1b]0;title\x07 \x08c\u2028d ')).toBe('a b red c d')
  })
})

describe('the width of a text', () => {
  it('is that of each character in a terminal, plain or not', () => {
    const codes = Array.from({ length: 0x3100 - 0x20 }, (_, index) => index + 0x20)
    const characters = codes.map((code) => String.fromCodePoint(code))
    expect(characters.filter((character) => widthOf(character) !== stringWidth(character))).toEqual([])
  })

  it('is that of the whole', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
        expect(widthOf(text)).toBe(stringWidth(text))
      }),
    )
  })
})

describe('wrapped', () => {
  it.each([
    ['? short', 10, ['? short']],
    ['? Run it with all of that', 12, ['? Run it ', '  with all ', '  of that']],
    ['? aaaaaaaaaaaaaaaaa', 10, ['? aaaaaaaa', '  aaaaaaaa', '  a']],
    ['    1  aaaaaaaaaaaa', 16, ['    1  aaaaaaaaa', '    aaa']],
    ['? 日本語日本語', 7, ['? 日本', '  語日', '  本語']],
    ['日本', 1, ['日', '本']],
  ])('brings %j into %i columns', (line, columns, lines) => {
    expect(wrapped(line, columns)).toEqual(lines)
  })

  it('leaves out nothing, and no line is too wide', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 60 }).map(oneLine)
    fc.assert(
      fc.property(text, fc.integer({ min: 6, max: 30 }), (said, columns) => {
        const lines = wrapped(`?${said}`, columns)
        expect(lines.map((line, at) => (at === 0 ? line : line.slice(2))).join('')).toBe(`?${said}`)
        for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(columns)
      }),
    )
  })
})
