import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { byId } from './id-order.ts'

describe('the order of ids', () => {
  it('counts numbers as numbers, and the rest letter by letter', () => {
    expect(['d1', 'c10', 'c', 'c2b', '7', 'c2', 'c2b3', ''].toSorted(byId)).toEqual([
      '',
      '7',
      'c',
      'c2',
      'c2b',
      'c2b3',
      'c10',
      'd1',
    ])
  })

  it('tells equal numbers apart that are written differently', () => {
    expect(['c02', 'c2'].toSorted(byId)).toEqual(['c02', 'c2'])
    expect(['c2', 'c02'].toSorted(byId)).toEqual(['c02', 'c2'])
    expect(['c02b', 'c2'].toSorted(byId)).toEqual(['c2', 'c02b'])
  })

  it('is the same from wherever one starts', () => {
    const ids = fc.uniqueArray(fc.stringMatching(/^[ab!]{0,2}\d{0,2}[ab!]?\d?$/), { maxLength: 8 })
    fc.assert(
      fc.property(ids, (given) => {
        const sorted = given.toSorted(byId)
        expect(given.toReversed().toSorted(byId)).toEqual(sorted)
        for (const [at, id] of sorted.entries()) {
          for (const later of sorted.slice(at + 1)) expect(byId(id, later)).toBeLessThan(0)
        }
      }),
    )
  })
})
