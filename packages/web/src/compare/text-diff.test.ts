import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { textDiff } from './text-diff.ts'

const textFor = (pieces: ReturnType<typeof textDiff>, side: 'a' | 'b') =>
  pieces
    .filter(({ of }) => of === 'both' || of === side)
    .map(({ text }) => text)
    .join('')

describe('the difference of two texts', () => {
  it('is told word by word', () => {
    expect(textDiff('Nordlys 8 pays back first.', 'Nordlys 9 pays back first.')).toEqual([
      { text: 'Nordlys ', of: 'both' },
      { text: '8', of: 'a' },
      { text: '9', of: 'b' },
      { text: ' pays back first.', of: 'both' },
    ])
  })

  it('of equal ones is none', () => {
    expect(textDiff('The same.', 'The same.')).toEqual([{ text: 'The same.', of: 'both' }])
    expect(textDiff('', '')).toEqual([])
  })

  it('of quite different ones is one after the other', () => {
    expect(textDiff('Oslo', 'A long text about Bergen')).toEqual([
      { text: 'Oslo', of: 'a' },
      { text: 'A long text about Bergen', of: 'b' },
    ])
  })

  it('of long ones is told by lines', () => {
    const long = 'A line of some words.\n'.repeat(300)
    expect(textDiff(`${long}one\n`, `${long}two\n`)).toEqual([
      { text: long, of: 'both' },
      { text: 'one\n', of: 'a' },
      { text: 'two\n', of: 'b' },
    ])
  })

  it('loses nothing of either, whatever they say', () => {
    fc.assert(
      fc.property(fc.lorem({ maxCount: 12 }), fc.lorem({ maxCount: 12 }), (a, b) => {
        const pieces = textDiff(a, b)
        expect(textFor(pieces, 'a')).toBe(a)
        expect(textFor(pieces, 'b')).toBe(b)
      }),
    )
  })
})
