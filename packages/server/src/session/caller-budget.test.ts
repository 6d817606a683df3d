import type { KeyValue } from '@gyre/core'
import { memoryStore } from '@gyre/stores/memory'
import { describe, expect, it } from 'vitest'
import type { Caller, KeyBudget } from '../auth/caller.ts'
import { beginWithin, chargeTokens, countSpent, withinBudget } from './caller-budget.ts'

const noon = Date.UTC(2026, 4, 1, 12)
const day = 86_400_000

const callerWith = (budget: KeyBudget | null): Caller => ({
  owner: 'acme',
  name: 'key:laptop',
  role: 'user',
  key: 'a1b2c3d4e5f6',
  personas: null,
  budget,
})

/** What stands in a counter of the day. */
const counted = (keyValue: KeyValue, what: string) => keyValue.get(`spent:a1b2c3d4e5f6:2026-05-01:${what}`)

const session = async () => ({ id: 'ses_1' })

/** What a session came to that has ended. */
const ended = (tokens: number, costUsd: number) => ({ session: 'ses_1', tokens, costUsd, hasEnded: true })

describe('what a key may spend', () => {
  it('leaves the options of a key without a budget as they are', async () => {
    const { keyValue } = memoryStore()
    const options = { budget: { tokens: 7 } }
    expect(await withinBudget(callerWith(null), keyValue, options, noon)).toBe(options)
    expect(await counted(keyValue, 'sessions')).toBeUndefined()
  })

  it('takes the smaller of what is asked for, what a session may have and what is left of the day', async () => {
    const { keyValue } = memoryStore()
    const caller = callerWith({ perSession: { tokens: 500, modelCalls: 3 }, perDay: { tokens: 1000, costUsd: 2 } })
    await beginWithin(caller, keyValue, {}, session)
    await countSpent(keyValue, ended(700, 0.5), noon)
    expect(await withinBudget(caller, keyValue, { budget: { modelCalls: 9, turns: 4 } }, noon)).toEqual({
      budget: { modelCalls: 3, turns: 4, tokens: 300, costUsd: 1.5, onExhausted: 'wrap-up' },
    })
    expect(await withinBudget(caller, keyValue, { budget: { tokens: 20 } }, noon)).toMatchObject({
      budget: { tokens: 20 },
    })
  })

  it('refuses who has used up a share of the day, until the next day', async () => {
    const { keyValue } = memoryStore()
    const caller = callerWith({ perDay: { costUsd: 1 } })
    await beginWithin(caller, keyValue, {}, session)
    await countSpent(keyValue, ended(10, 1.2), noon)
    await expect(withinBudget(caller, keyValue, {}, noon)).rejects.toMatchObject({
      code: 'quota-exceeded',
      details: { resource: 'costUsd', retryAfter: 43_200 },
    })
    expect(await withinBudget(caller, keyValue, {}, noon + day)).toMatchObject({ budget: { costUsd: 1 } })
  })

  it('gives the last session of a day to one of those who ask at once', async () => {
    const { keyValue } = memoryStore()
    const caller = callerWith({ perDay: { sessions: 1 } })
    const asked = await Promise.allSettled([1, 2, 3].map(() => withinBudget(caller, keyValue, {}, noon)))
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await counted(keyValue, 'sessions')).toBe(1)
  })

  it('does not count a session that never began', async () => {
    const { keyValue } = memoryStore()
    const caller = callerWith({ perDay: { sessions: 1 } })
    const fails = () => Promise.reject(new Error('no model'))
    await expect(beginWithin(caller, keyValue, {}, fails)).rejects.toThrow('no model')
    expect(await beginWithin(caller, keyValue, {}, session)).toEqual({ id: 'ses_1' })
    await expect(beginWithin(caller, keyValue, {}, session)).rejects.toMatchObject({ code: 'quota-exceeded' })
  })

  it('counts what a session came to once, and for its own key alone', async () => {
    const { keyValue } = memoryStore()
    await beginWithin(callerWith({ perDay: { tokens: 100 } }), keyValue, {}, session)
    await countSpent(keyValue, ended(30, 0.000_001), noon)
    await countSpent(keyValue, ended(30, 1), noon)
    await countSpent(keyValue, { ...ended(30, 1), session: 'ses_other' }, noon)
    expect([await counted(keyValue, 'tokens'), await counted(keyValue, 'cost')]).toEqual([30, 1])
  })

  it('counts a session each time it rests: what it came to since, on the day it did', async () => {
    const { keyValue } = memoryStore()
    await beginWithin(callerWith({ perDay: { tokens: 100 } }), keyValue, {}, session)
    await countSpent(keyValue, { ...ended(30, 0.5), hasEnded: false }, noon)
    await countSpent(keyValue, { ...ended(30, 0.5), hasEnded: false }, noon)
    await countSpent(keyValue, { ...ended(70, 0.75), hasEnded: false }, noon)
    await countSpent(keyValue, ended(75, 1), noon + day)
    expect([await counted(keyValue, 'tokens'), await counted(keyValue, 'cost')]).toEqual([70, 750_000])
    expect(await keyValue.get('spent:a1b2c3d4e5f6:2026-05-02:tokens')).toBe(5)
  })

  it('counts a session that is over before its beginning was told', async () => {
    const { keyValue } = memoryStore()
    const counting: Promise<void>[] = []
    await beginWithin(callerWith({ perDay: { tokens: 100 } }), keyValue, {}, async () => {
      counting.push(countSpent(keyValue, ended(30, 0), noon))
      return { id: 'ses_1' }
    })
    await Promise.all(counting)
    expect(await counted(keyValue, 'tokens')).toBe(30)
  })

  it.each([
    ['ask', 'wrap-up'],
    ['wrap-up', 'wrap-up'],
    ['fail', 'fail'],
  ] as const)('lets nobody raise it by an answer: %s', async (onExhausted, firm) => {
    const { keyValue } = memoryStore()
    for (const budget of [{ perSession: { toolCalls: 1 } }, { perDay: { tokens: 100 } }]) {
      const allowed = await withinBudget(callerWith(budget), keyValue, { budget: { onExhausted } }, noon)
      expect(allowed.budget).toMatchObject({ onExhausted: firm })
    }
  })

  it('leaves it to the session whom to ask when its key may spend what it likes', async () => {
    const { keyValue } = memoryStore()
    const options = { budget: { onExhausted: 'ask' } } as const
    expect(await withinBudget(callerWith({ perDay: { sessions: 9 } }), keyValue, options, noon)).toBe(options)
  })
})

describe('tokens outside of sessions', () => {
  it('are counted before they are spent, as no session', async () => {
    const { keyValue } = memoryStore()
    await chargeTokens(callerWith({ perDay: { sessions: 1 } }), keyValue, 60, noon)
    expect([await counted(keyValue, 'tokens'), await counted(keyValue, 'sessions')]).toEqual([60, undefined])
  })

  it('are refused, and not counted, when they are more than is left', async () => {
    const { keyValue } = memoryStore()
    const caller = callerWith({ perSession: { tokens: 60 }, perDay: { tokens: 100 } })
    await chargeTokens(caller, keyValue, 60, noon)
    const refused = { code: 'quota-exceeded', details: { resource: 'tokens', retryAfter: 43_200 } }
    await expect(chargeTokens(caller, keyValue, 41, noon)).rejects.toMatchObject(refused)
    await expect(chargeTokens(caller, keyValue, 61, noon + day)).rejects.toMatchObject({ code: 'quota-exceeded' })
    await chargeTokens(caller, keyValue, 40, noon)
    expect(await counted(keyValue, 'tokens')).toBe(100)
  })
})
