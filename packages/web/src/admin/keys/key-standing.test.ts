import { describe, expect, it } from 'vitest'
import { budgetLines, keyStanding } from './key-standing.ts'

const now = Date.parse('2026-11-16T12:00:00Z')
const standing = (expiresAt: string | null, revokedAt: string | null = null) =>
  keyStanding({ expiresAt, revokedAt }, now)

describe('a key', () => {
  it('works, for ever or until a time', () => {
    expect(standing(null)).toEqual({ word: 'works', tone: 'ok', icon: 'done', opens: true })
    expect(standing('2027-11-16T12:00:00Z')).toMatchObject({ tone: 'ok', opens: true })
    expect(standing('2026-11-18T12:00:00Z')).toMatchObject({ tone: 'wait', icon: 'clock', opens: true })
  })

  it('opens nothing when it has expired or is revoked', () => {
    expect(standing('2026-11-16T12:00:00Z')).toMatchObject({ word: expect.stringMatching(/^expired /), opens: false })
    expect(standing(null, '2026-11-01T00:00:00Z')).toMatchObject({
      word: expect.stringMatching(/^revoked /),
      opens: false,
    })
  })
})

describe('what a key may spend', () => {
  it('is told for a session and a day', () => {
    expect(budgetLines(null)).toEqual([])
    expect(budgetLines({})).toEqual([])
    expect(budgetLines({ perSession: { costUsd: 0.5, activeMs: 60_000 }, perDay: { sessions: 1, odd: 2 } })).toEqual([
      '$0.50 and 1:00 a session',
      '1 session and 2 odd a day',
    ])
  })
})
