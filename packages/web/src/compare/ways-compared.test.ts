import { describe, expect, it } from 'vitest'
import type { SessionRecord } from '../api/compare.ts'
import { waysCompared } from './ways-compared.ts'

type Given = { readonly calls?: number; readonly cost?: number | null; readonly ms?: number }

function record(loop: string, answer: string | null, { calls = 1, cost = 0, ms = 10 }: Given = {}): SessionRecord {
  const usage = { modelCalls: calls, toolCalls: 0, inputTokens: 3, outputTokens: 4, costUsd: cost, activeMs: ms }
  const outcome = answer === null ? null : 'answered'
  return { session: `ses_${loop}`, loop, persona: null, status: 'x', outcome, answer, usage } as SessionRecord
}

describe('one goal done in several ways', () => {
  it('tells who needed least, among those who answered', () => {
    const rows = waysCompared([
      record('direct', 'Lyon', { calls: 1, cost: 0.1, ms: 30 }),
      record('react', 'Clermont', { calls: 5, cost: 0.05, ms: 20 }),
      record('cot', null, { calls: 0, cost: 0, ms: 1 }),
    ])
    expect(rows.map(({ isFewestCalls }) => isFewestCalls)).toEqual([true, false, false])
    expect(rows.map(({ isCheapest }) => isCheapest)).toEqual([false, true, false])
    expect(rows.map(({ isFastest }) => isFastest)).toEqual([false, true, false])
  })

  it('praises nobody where all needed the same', () => {
    const rows = waysCompared([record('direct', 'a'), record('cot', 'b')])
    expect(rows.some(({ isCheapest, isFastest }) => isCheapest || isFastest)).toBe(false)
  })

  it('counts who says the same, whatever the case', () => {
    const rows = waysCompared([
      record('direct', 'Lyon'),
      record('cot', ' lyon'),
      record('react', 'Nice'),
      record('x', null),
    ])
    expect(rows.map(({ agreeing }) => agreeing)).toEqual([1, 1, 0, 0])
  })

  it('goes by the name of the persona where there is one', () => {
    const [row] = waysCompared([{ ...record('experts', 'a'), persona: 'deep' }])
    expect(row).toMatchObject({ name: 'deep', tokens: 7, calls: 1 })
  })

  it('holds no unknown cost against others', () => {
    const rows = waysCompared([
      record('direct', 'a', { cost: null }),
      record('cot', 'b', { cost: 0.2 }),
      record('c', 'd', { cost: 0.1 }),
    ])
    expect(rows.map(({ isCheapest }) => isCheapest)).toEqual([false, false, true])
  })
})
