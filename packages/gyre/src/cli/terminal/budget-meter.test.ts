import { SessionView } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { budgetMeter } from './budget-meter.ts'

function viewWith(budget: object): SessionView {
  const view = new SessionView()
  view.apply({
    seq: 1,
    at: 0,
    type: 'session.created',
    data: { budget: { onExhausted: 'wrap-up', reserve: 0.1, ...budget } },
  })
  view.used.set('modelCalls', 4)
  view.used.set('costUsd', 0.02)
  return view
}

describe('budgetMeter', () => {
  it('shows the limit that is used most', () => {
    expect(budgetMeter(viewWith({ modelCalls: 40, costUsd: 0.16 }), 0)).toEqual({
      text: 'cost $0.02/$0.16',
      share: 0.125,
    })
    expect(budgetMeter(viewWith({ modelCalls: 8, costUsd: 0.1 }), 0)).toEqual({ text: 'calls 4/8', share: 0.5 })
    expect(budgetMeter(viewWith({ modelCalls: 8, activeMs: 60_000 }), 45_000)).toEqual({
      text: 'time 45.0 s/1 m 00 s',
      share: 0.75,
    })
  })

  it('shows no more than all of it', () => {
    expect(budgetMeter(viewWith({ modelCalls: 2 }), 0)).toEqual({ text: 'calls 4/2', share: 1 })
  })

  it('shows nothing where nothing is limited', () => {
    expect(budgetMeter(viewWith({}), 0)).toBeUndefined()
  })
})
