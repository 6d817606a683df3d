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
    expect(read('{"slots":{"tools":[{"id":"x"}]},"toolset":[{"id":"y"}],"tools":[{"id":"a"}]}')).toEqual([
      [{ id: 'a' }],
    ])
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
    const before = fc.constantFrom('', ' \n', 'Here: ', '<thin>', ' <think>{"tools":[{"id":"x"}]}</think>')
    fc.assert(
      fc.property(value, lengths, before, fc.boolean(), (whole, parts, thoughts, isPretty) => {
        const text = `${thoughts}${JSON.stringify(whole, null, isPretty ? 2 : 0)}`
        expect(read(...cut(text, parts)).flat()).toEqual(JSON.parse(JSON.stringify(whole.tools)))
      }),
    )
  })

  it('are the same in any text, however it is cut', () => {
    const marks = [
      '{',
      '{"tools":[',
      '"tools":[',
      '{"',
      '{}',
      '}',
      ']',
      '<think>',
      '</think>',
      '<',
      '\\',
      '"',
      ',',
      ' ',
    ]
    const piece = fc.oneof({ weight: 1, arbitrary: fc.string() }, { weight: 4, arbitrary: fc.constantFrom(...marks) })
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join('')
        expect(read(...pieces).flat()).toEqual(read(text).flat())
        expect(read(...text.split('')).flat()).toEqual(read(text).flat())
      }),
    )
  })

  it.each([
    ['thoughts', '<think>', '</think>{"tools":[{"id":"a"}]}', { id: 'a' }],
    ['a text in an entry', '{"tools":[{"id":"', '"}]}', { id: 'word'.repeat(300_000) }],
    ['a text before the list', '{"action":"', '","tools":[{"id":"a"}]}', { id: 'a' }],
  ])('come out of %s in very many pieces', (_, begin, end, entry) => {
    const entries = new StreamedEntries('tools')
    entries.read(begin)
    let early = 0
    for (let nth = 0; nth < 300_000; nth++) early += entries.read('word').length
    expect(early).toBe(0)
    expect(entries.read(end)).toEqual([entry])
  })
})
