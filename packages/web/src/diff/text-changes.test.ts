import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { areApart, likeness, textChanges } from './text-changes.ts'

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

  it('of a long one are told by lines', () => {
    const long = 'A line of some words.\n'.repeat(300)
    expect(textChanges(`${long}one\n`, `${long}two\n`)).toEqual([
      { kind: 'same', text: long },
      { kind: 'removed', text: 'one\n' },
      { kind: 'added', text: 'two\n' },
    ])
  })

  it('of texts without a line in common are the whole of both, in good time', () => {
    const lines = (word: string) => Array.from({ length: 4000 }, (_, at) => `${word} ${at}`).join('\n')
    expect(textChanges(lines('a'), lines('b'))).toEqual([
      { kind: 'removed', text: lines('a') },
      { kind: 'added', text: lines('b') },
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
    expect(likeness(textChanges('one two', 'one six'))).toBeCloseTo(1 / 2)
  })

  it('say whether the texts have hardly a word in common', () => {
    expect(areApart(textChanges('Oslo', 'A long text about Bergen'))).toBe(true)
    expect(areApart(textChanges('Oslo', 'Oslo is a town, and there is much to say of it'))).toBe(false)
    expect(areApart(textChanges('', ''))).toBe(false)
  })
})
