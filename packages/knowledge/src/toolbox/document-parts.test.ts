import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { partAt, partsOfDocument } from './document-parts.ts'

const at = (...starts: readonly number[]) => starts.map((start) => ({ start }))

describe('parts of a document', () => {
  it('begin where chunks do, and are as long as they may be', () => {
    expect(partsOfDocument('x'.repeat(100), at(0, 18, 36, 60, 80), 40)).toEqual([
      { start: 0, end: 36 },
      { start: 36, end: 60 },
      { start: 60, end: 100 },
    ])
  })

  it('are one when the document is short, empty or one line without chunks', () => {
    expect(partsOfDocument('short', at(0), 40)).toEqual([{ start: 0, end: 5 }])
    expect(partsOfDocument('', [], 40)).toEqual([{ start: 0, end: 0 }])
    expect(partsOfDocument('x'.repeat(90), [], 40)).toEqual([{ start: 0, end: 90 }])
  })

  it('begin where lines do when there are no chunks', () => {
    expect(partsOfDocument(`${'x'.repeat(19)}\n`.repeat(5), [], 40)).toEqual([
      { start: 0, end: 40 },
      { start: 40, end: 80 },
      { start: 80, end: 100 },
    ])
  })

  it('are found by an offset', () => {
    const parts = partsOfDocument('x'.repeat(100), at(0, 40, 80), 40)
    expect([0, 39, 40, 79, 80, 5_000].map((offset) => partAt(parts, offset))).toEqual([1, 1, 2, 2, 3, 3])
  })

  it('are the whole text, one after the other, none empty', () => {
    const starts = fc.array(fc.nat(500), { maxLength: 40 }).map((all) => at(...all.sort((a, b) => a - b)))
    fc.assert(
      fc.property(starts, fc.integer({ min: 1, max: 120 }), (chunks, length) => {
        const text = 'x'.repeat(501)
        const parts = partsOfDocument(text, chunks, length)
        expect(parts.map(({ start }) => start)).toEqual([0, ...parts.slice(0, -1).map(({ end }) => end)])
        expect(parts.at(-1)?.end).toBe(501)
        expect(parts.every(({ start, end }) => end > start)).toBe(true)
      }),
    )
  })
})
