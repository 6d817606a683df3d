import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readLoosePlan } from './loose-plan.ts'

const none: ReadonlySet<string> = new Set()

describe('readLoosePlan', () => {
  it('gives numbers to steps without an id, but none that is taken', () => {
    const text = '[{"goal":"A"},{"id":"2","goal":"B"},"C"]'
    expect(readLoosePlan(text, new Set(['1']))?.steps).toEqual([
      { id: '3', goal: 'A' },
      { id: '2', goal: 'B' },
      { id: '4', goal: 'C' },
    ])
  })

  it.each(['The answer is 42.', '42', '{}', '[]', '{"steps":[]}', '{"steps":null,"plan":[1]}', ''])(
    'finds no steps in %j',
    (text) => {
      expect(readLoosePlan(text, none)).toBeUndefined()
    },
  )

  it('reads any value without throwing', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(readLoosePlan(text, none)?.steps).not.toEqual([])
      }),
    )
  })
})
