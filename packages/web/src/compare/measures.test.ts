import { describe, expect, it } from 'vitest'
import type { Step } from '../session/session-log.ts'
import { type Compared, costOf, measures } from './measures.ts'

const some: Compared = {
  ...{ score: 4.1, modelCalls: 31, toolCalls: 8, tokens: 58_000, costUsd: 0.23, ownCostUsd: 0.07, activeMs: 238_000 },
}

const of = (name: string, a: Compared, b: Compared, isRelated = true) =>
  measures(a, b, isRelated).find((measure) => measure.name === name)

describe('two sessions in figures', () => {
  it('differ by as much as is shown, for better or worse', () => {
    const other = { ...some, score: 4.6, modelCalls: 29, activeMs: 300_000 }
    expect(of('Score', some, other)).toEqual({
      ...{ name: 'Score', a: '4.1', b: '4.6', change: { text: '+0.5', isBetter: true } },
    })
    expect(of('Model calls', some, other)?.change).toEqual({ text: '−2', isBetter: true })
    expect(of('Active time', some, other)?.change).toEqual({ text: '+1:02', isBetter: false })
  })

  it('are equal where nothing that is shown differs', () => {
    expect(of('Tokens', some, { ...some, tokens: 58_001 })?.change).toEqual({ text: '=', isBetter: null })
  })

  it('are not held against each other by a cost that is not known', () => {
    expect(of('Cost', some, { ...some, costUsd: null })).toEqual({
      name: 'Cost',
      a: '$0.23',
      b: 'unknown',
      change: null,
    })
  })

  it('have no score where nobody judged', () => {
    const [a, b] = [
      { ...some, score: null },
      { ...some, score: null },
    ]
    expect(of('Score', a, b)).toBeUndefined()
    expect(of('Score', a, some)).toMatchObject({ a: 'unknown', b: '4.1', change: null })
  })

  it('have costs of their own only where they share some', () => {
    expect(of('New cost', some, some, false)).toBeUndefined()
    expect(of('New cost', some, some)?.a).toBe('$0.07')
  })
})

describe('the cost of some steps', () => {
  const step = (kind: string, costUsd: number | null, model: string | null = 'a/b') =>
    ({ kind, costUsd, model }) as Step

  it('is the sum of what their requests cost', () => {
    expect(costOf([step('generate', 0.25), step('tool', null), step('generate', 0.5)])).toBe(0.75)
    expect(costOf([])).toBe(0)
  })

  it('is nothing for what a person said in place of a model', () => {
    expect(costOf([step('generate', 0), step('generate', null, null)])).toBe(0)
  })

  it('is not known where one of them is not', () => {
    expect(costOf([step('generate', 0.25), step('generate', null)])).toBeNull()
  })
})
