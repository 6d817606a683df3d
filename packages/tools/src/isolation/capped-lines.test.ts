import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CappedLines } from './capped-lines.ts'

const cap = 20

function cut(bytes: Buffer, at: readonly number[]): readonly Buffer[] {
  const ends = [...at, bytes.length].map((end) => Math.min(end, bytes.length)).toSorted((a, b) => a - b)
  return ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end))
}

describe('capped lines', () => {
  it('gives a line when its end has come', () => {
    const lines = new CappedLines(cap)
    expect(lines.add(Buffer.from('on'))).toEqual([])
    expect(lines.add(Buffer.from('e\ntwo\nthr'))).toEqual(['one', 'two'])
    expect(lines.add(Buffer.from('ee\n\n'))).toEqual(['three', ''])
  })

  it.each([
    ['in one piece', ['123456789012345678901\n']],
    ['before its end has come', ['1234567890', '12345678901']],
    ['after others', ['a\nb\n123456789012345678901']],
  ])('gives nothing for a line that is too long, %s', (_, chunks) => {
    const lines = new CappedLines(cap)
    const given = chunks.map((chunk) => lines.add(Buffer.from(chunk)))
    expect(given.at(-1)).toBeUndefined()
  })

  it('gives the same lines however the bytes are cut', () => {
    const line = fc.string({ unit: 'grapheme', maxLength: 5 }).filter((text) => !text.includes('\n'))
    fc.assert(
      fc.property(fc.array(line), fc.array(fc.nat({ max: 60 })), (texts, at) => {
        const lines = new CappedLines(1000)
        const bytes = Buffer.from(texts.map((text) => `${text}\n`).join(''))
        const given = cut(bytes, at).flatMap((chunk) => lines.add(chunk) ?? ['too long'])
        expect(given).toEqual(texts.map((text) => Buffer.from(text).toString()))
      }),
    )
  })
})
