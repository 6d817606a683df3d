import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { highlighted } from './highlight.ts'

const hits = (text: string, search: string) =>
  highlighted(text, search)
    .filter(({ isHit }) => isHit)
    .map((piece) => piece.text)

describe('the words of a search in a text', () => {
  it.each([
    ['The ferry and the ferries sail.', 'ferry', ['ferry', 'ferries']],
    ['Élan in the café', 'ELAN cafe', ['Élan', 'café']],
    ['One of two', 'of', []],
    ['Who built the pier', 'who built the pier', ['built', 'pier']],
    ['The sea', 'the sea', ['The', 'sea']],
    ['<script>bridge</script>', 'bridge', ['bridge']],
    ['Nothing', '', []],
  ])('%j has by %j the hits %j', (text, search, expected) => {
    expect(hits(text, search)).toEqual(expected)
  })

  it('leave the text as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (text, search) => {
        const pieces = highlighted(text, search)
        expect(pieces.map((piece) => piece.text).join('')).toBe(text)
        for (const { text: piece, at } of pieces) expect(text.slice(at, at + piece.length)).toBe(piece)
      }),
    )
  })
})
