import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../json.ts'
import type { SessionRow } from '../ports/store.ts'
import { figures } from './arm-figures.ts'

type Told = { readonly outcome?: string; readonly tookMs?: number; readonly usage?: JsonObject }

function row(arm: string | null, { outcome, tookMs = 0, usage }: Told = {}): SessionRow {
  const mirror = { arm, outcome: outcome ?? null, usage: usage ?? null, createdAt: 100, updatedAt: 100 + tookMs }
  return { id: 'ses', mirror } as SessionRow
}

const used = (modelCalls: number, costUsd: number | null, activeMs: number) => ({ modelCalls, costUsd, activeMs })

describe('the figures of an arm', () => {
  it('are of the sessions that ended', () => {
    const rows = [
      row('v2', { outcome: 'answered', tookMs: 10, usage: used(1, 0.5, 8) }),
      row('v2', { outcome: 'answered', tookMs: 20, usage: used(2, 0.25, 9) }),
      row('v2', { outcome: 'limit:turns', tookMs: 60, usage: used(6, 0, 40) }),
      row('v2', { tookMs: 1000 }),
    ]
    expect(figures(rows)).toEqual([
      {
        arm: 'v2',
        sessions: 4,
        ended: 3,
        answered: 2,
        successRate: 2 / 3,
        latencyMs: { median: 20, mean: 30 },
        activeMs: { median: 9, mean: 19 },
        modelCalls: { median: 2, mean: 3 },
        costUsd: { median: 0.25, mean: 0.25, total: 0.75 },
      },
    ])
  })

  it('have no cost when that of one session is not known', () => {
    const rows = [
      row('v1', { outcome: 'answered', usage: used(1, 0.5, 1) }),
      row('v1', { outcome: 'answered', usage: used(1, null, 1) }),
    ]
    expect(figures(rows)).toMatchObject([{ costUsd: null, modelCalls: { mean: 1 } }])
  })

  it('are not known before one has ended', () => {
    expect(figures([row('v1')])).toMatchObject([
      { sessions: 1, ended: 0, successRate: null, latencyMs: null, activeMs: null, modelCalls: null, costUsd: null },
    ])
  })

  it('are told by the label, without sessions of no arm', () => {
    const arms = figures([row('v2 cot'), row(null), row('v2'), row('v1')]).map(({ arm, sessions }) => [arm, sessions])
    expect(arms).toEqual([
      ['v1', 1],
      ['v2', 1],
      ['v2 cot', 1],
    ])
  })

  it('have a median with as many sessions on either side', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(50), { minLength: 1 }), (times) => {
        const [told] = figures(times.map((tookMs) => row('v1', { outcome: 'answered', tookMs })))
        const median = told?.latencyMs?.median ?? Number.NaN
        const half = times.length / 2
        expect(times.filter((time) => time < median).length).toBeLessThanOrEqual(half)
        expect(times.filter((time) => time > median).length).toBeLessThanOrEqual(half)
      }),
    )
  })
})
