import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { likeness, textChanges } from './text-changes.ts'

const joined = (before: string, after: string, ...kinds: readonly string[]) =>
  textChanges(before, after)
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ text }) => text)
    .join('')

describe('the changes of a text', () => {
  it('are told word by word', () => {
    expect(textChanges('It cost $8 billion', 'It cost $10 billion')).toEqual([
      { kind: 'same', text: 'It cost $' },
      { kind: 'removed', text: '8' },
      { kind: 'added', text: '10' },
      { kind: 'same', text: ' billion' },
    ])
  })

  it('give both texts back', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        expect(joined(before, after, 'same', 'removed')).toBe(before)
        expect(joined(before, after, 'same', 'added')).toBe(after)
      }),
    )
  })

  it('say how alike the texts are', () => {
    expect(likeness(textChanges('the same', 'the same'))).toBe(1)
    expect(likeness(textChanges('', ''))).toBe(1)
    expect(likeness(textChanges('abc', 'xyz'))).toBe(0)
    expect(likeness(textChanges('one two', 'one six'))).toBeCloseTo(4 / 7)
  })
})
