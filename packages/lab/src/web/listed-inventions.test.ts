import { describe, expect, it } from 'vitest'
import { unlistedIn } from './listed-inventions.ts'

const cited = (sentence: string) => ({ inventions: [{ kind: 'citation', sentence }] })
const check = (drafts: readonly object[], removed: readonly string[], unsupported: readonly string[], marked = '') =>
  unlistedIn(
    drafts as never,
    { removed: removed.map((what) => ({ what })), unsupported: unsupported.map((sentence) => ({ sentence })) } as never,
    { marked: marked === '' ? [] : [{ kind: 'number', sentence: marked }] } as never,
  )

describe('what a report does not tell of', () => {
  it('is a citation that was taken out in silence', () => {
    const sentence = 'The ferry made 7 crossings [c1] [C9017].'
    expect(check([cited(sentence)], [], [])).toEqual([sentence])
    expect(check([cited(sentence)], ['c9018'], [])).toEqual([sentence])
    expect(check([cited(sentence)], ['c9017'], [])).toEqual([])
  })

  it('is a sentence that is marked and not listed', () => {
    const marked = 'The ferry made 7 crossings [2].'
    expect(check([], [], [], marked)).toEqual([marked])
    expect(check([], [], ['The ferry made 8 crossings [2].'], marked)).toEqual([marked])
    expect(check([], [], ['The ferry made 7 crossings [c4].'], marked)).toEqual([])
  })
})
