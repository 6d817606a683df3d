import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '../json.ts'
import { StreamedEntries } from './streamed-entries.ts'

/** What comes out of each piece. */
function read(...pieces: readonly string[]): readonly (readonly Json[])[] {
  const entries = new StreamedEntries('tools')
  return pieces.map((piece) => entries.read(piece))
}

/** The text in pieces of these lengths. */
function cut(text: string, lengths: readonly number[]): readonly string[] {
  const pieces: string[] = []
  let from = 0
  for (const length of lengths) {
    pieces.push(text.slice(from, from + length))
    from += length
  }
  return [...pieces, text.slice(from)]
}

describe('entries of a list in a text that streams', () => {
  it('come out as soon as each is complete', () => {
    expect(read('{"status":"continue","tools":[{"id":"a"', '},{"id":', '"b"}', ']}')).toEqual([
      [],
      [{ id: 'a' }],
      [{ id: 'b' }],
      [],
    ])
  })

  it('are those of the list of this name at the top, and of no other', () => {
    expect(read('{"slots":{"tools":[{"id":"x"}]},"others":[{"id":"y"}],"tools":[{"id":"a"}]}')).toEqual([[{ id: 'a' }]])
  })

  it('are found behind a fence, a sentence and what the model thought aloud', () => {
    expect(read('<thi', 'nk>{"tools":[{"id":"x"}]}</thi', 'nk>Here:\n```json\n{"tools":[{"id":"a"}]}')).toEqual([
      [],
      [],
      [{ id: 'a' }],
    ])
  })

  it('may hold brackets and quotes in their texts', () => {
    expect(read('{"tools":[{"id":"a }] \\" {"}')).toEqual([[{ id: 'a }] " {' }]])
  })

  it('that cannot be read as they are stay out', () => {
    expect(read('{"tools":[{id:a},{"id":"b"}]}')).toEqual([[{ id: 'b' }]])
  })

  it('end with the list', () => {
    expect(read('{"tools":[{"id":"a"}]}', '{"tools":[{"id":"b"}]}')).toEqual([[{ id: 'a' }], []])
  })

  it('are the objects of the list, however the text is cut', () => {
    const entry = fc.dictionary(fc.string(), fc.jsonValue()) as fc.Arbitrary<Json>
    const value = fc.record({
      status: fc.string(),
      slots: fc.jsonValue(),
      tools: fc.array(entry),
      rest: fc.jsonValue(),
    })
    const lengths = fc.array(fc.nat({ max: 20 }))
    fc.assert(
      fc.property(value, lengths, fc.boolean(), (whole, parts, isPretty) => {
        const text = JSON.stringify(whole, null, isPretty ? 2 : 0)
        expect(read(...cut(text, parts)).flat()).toEqual(JSON.parse(JSON.stringify(whole.tools)))
      }),
    )
  })

  it('are looked for in any text to its end', () => {
    const piece = fc.oneof(fc.string(), fc.constantFrom('{', '"tools":[', '{"', '}', ']', '<think>', '\\', '"'))
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        expect(read(...pieces)).toHaveLength(pieces.length)
      }),
    )
  })
})
