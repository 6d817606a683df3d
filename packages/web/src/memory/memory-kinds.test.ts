import { describe, expect, it } from 'vitest'
import { canComeBack, expiryWords, kindsOf, ofKind, whyEmpty } from './memory-kinds.ts'

const memory = (kind: string, session: string | null = null, expiresAt: string | null = null) => ({
  kind,
  session,
  expiresAt,
})

describe('memories', () => {
  const all = [memory('note'), memory('answer'), memory('answer'), memory('lesson')]

  it('are counted by their kinds, most first', () => {
    expect(kindsOf(all)).toEqual([
      ['answer', 2],
      ['lesson', 1],
      ['note', 1],
    ])
    expect(kindsOf([])).toEqual([])
  })

  it('are shown by one kind, or all', () => {
    expect(ofKind(all, 'answer')).toHaveLength(2)
    expect(ofKind(all, undefined)).toBe(all)
  })

  it.each([
    [null, 'kept for good'],
    ['2026-11-28T13:00:00Z', 'forgotten in 12 d'],
    ['2026-11-16T13:00:00Z', 'forgotten within a day'],
  ])('that expire at %s are %s', (expiresAt, words) => {
    expect(expiryWords({ expiresAt }, Date.parse('2026-11-16T12:00:00Z'))).toBe(words)
  })

  it('come back as they were when a person added them', () => {
    expect([memory('note'), memory('note', 'ses_1'), memory('answer')].map(canComeBack)).toEqual([true, false, false])
  })
})

describe('where nothing is remembered', () => {
  it('it is said why: switched off, or answered by the demo model', () => {
    expect(whyEmpty({ value: false, source: 'store' }, true)).toMatch(/^Answers of sessions are not remembered/)
    expect(whyEmpty({ value: true, source: 'default' }, true)).toMatch(/^Answers of the demo model .* not remembered/)
    // Who switches it on wants those as well.
    expect(whyEmpty({ value: true, source: 'store' }, true)).toMatch(/^Sessions that end with an answer are remembered/)
    expect(whyEmpty({ value: true, source: 'default' }, false)).toMatch(/^Sessions that end/)
  })
})
