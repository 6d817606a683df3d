import { describe, expect, it } from 'vitest'
import { emptyDraft, wantedKey } from './key-draft.ts'

const now = Date.parse('2026-11-16T12:00:00Z')

describe('a key as it is asked for', () => {
  it('has no limits where none is filled in', () => {
    expect(wantedKey({ ...emptyDraft, name: ' laptop ' }, now)).toEqual({
      name: 'laptop',
      role: 'user',
      personas: null,
      budget: null,
      expiresAt: null,
    })
  })

  it('has those that are', () => {
    const draft = { ...emptyDraft, name: 'ci', owner: 'anna', role: 'admin', personas: ['chat'], life: '7' } as const
    expect(wantedKey({ ...draft, sessionCost: '0.5', dayTokens: '1000', daySessions: ' 4 ' }, now)).toEqual({
      name: 'ci',
      owner: 'anna',
      role: 'admin',
      personas: ['chat'],
      budget: { perSession: { costUsd: 0.5 }, perDay: { tokens: 1000, sessions: 4 } },
      expiresAt: '2026-11-23T12:00:00.000Z',
    })
  })
})
