import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Arm } from '../api/lab.ts'
import { logDomain, logTicks, pricePoints, shareDomain } from './price-points.ts'

type Given = { readonly accuracy?: number | null; readonly costUsd?: number | null; readonly tokens?: number }

function arm(name: string, { accuracy = 0.5, costUsd = 0.01, tokens = 100 }: Given = {}): Arm {
  const mean = { modelCalls: 1, toolCalls: 0, tokens, costUsd }
  return {
    ...{ name, loop: name, persona: null, model: null, count: 10, right: 5, accuracy, unjudged: 0, outcomes: {} },
    ...{ interval: { low: 0.25, high: 0.75 }, total: mean, mean, medianMs: 5 },
  }
}

describe('accuracy against cost', () => {
  it('marks the arms that none is better than for less', () => {
    const { unit, points } = pricePoints([
      arm('react', { accuracy: 0.66, costUsd: 0.0074 }),
      arm('direct', { accuracy: 0.41, costUsd: 0.0011 }),
      arm('auto', { accuracy: 0.74, costUsd: 0.0058 }),
    ])
    expect(unit).toBe('usd')
    expect(points.map(({ name, isBest }) => [name, isBest])).toEqual([
      ['direct', true],
      ['auto', true],
      ['react', false],
    ])
  })

  it('is told by tokens where a price is not known, or nothing is paid', () => {
    expect(pricePoints([arm('a'), arm('b', { costUsd: null, tokens: 40 })])).toMatchObject({
      unit: 'tokens',
      points: [
        { name: 'b', price: 40 },
        { name: 'a', price: 100 },
      ],
    })
    expect(pricePoints([arm('a', { costUsd: 0 })]).unit).toBe('tokens')
  })

  it('leaves out arms without a verdict', () => {
    expect(pricePoints([arm('a', { accuracy: null })]).points).toEqual([])
    expect(pricePoints([]).points).toEqual([])
  })

  it('calls two equal arms both best', () => {
    expect(pricePoints([arm('a'), arm('b')]).points.map(({ isBest }) => isBest)).toEqual([true, true])
  })

  it('always has a best one', () => {
    const accuracy = fc.integer({ min: 0, max: 10 }).map((tenths) => tenths / 10)
    const cost = fc.integer({ min: 1, max: 9 }).map((cents) => cents / 100)
    fc.assert(
      fc.property(fc.array(fc.record({ accuracy, costUsd: cost }), { minLength: 1 }), (given) => {
        const { points } = pricePoints(given.map((each, at) => arm(`arm ${at}`, each)))
        expect(points.some(({ isBest }) => isBest)).toBe(true)
      }),
    )
  })
})

describe('the shares of a picture', () => {
  it('are those that there are, and a little around them', () => {
    expect(
      shareDomain([
        { accuracy: 0.41, error: [0.07, 0.06] },
        { accuracy: 0.79, error: [0.07, 0.06] },
      ]),
    ).toEqual([0.3, 0.9])
    expect(shareDomain([{ accuracy: 1, error: [0.25, 0] }])).toEqual([0.7, 1])
    expect(shareDomain([])).toEqual([0, 1])
  })
})

describe('the ticks of a logarithmic axis', () => {
  it('are round, and hold what is between them', () => {
    expect(logTicks([0.0011, 0.0398])).toEqual([0.001, 0.003, 0.01, 0.03, 0.1])
    expect(logTicks([100])).toEqual([100, 300])
    expect(logTicks([])).toEqual([])
    expect(logTicks([0])).toEqual([])
  })

  it('have room beside them for a name', () => {
    expect(logDomain([1, 3, 10])).toEqual([0.8, 12.5])
    expect(logDomain([])).toEqual([0.8, 12.5])
  })

  it('reach around every price', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 1e-6, max: 1e6, noNaN: true }), { minLength: 1 }), (prices) => {
        const ticks = logTicks(prices)
        expect(ticks[0]).toBeLessThanOrEqual(Math.min(...prices))
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(Math.max(...prices))
      }),
    )
  })
})
