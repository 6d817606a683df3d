import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fuse, type WeightedRanking } from './rrf.ts'

const ranking = (name: string, ids: readonly string[], weight = 1): WeightedRanking<string> => ({ name, weight, ids })
const idsOf = (rankings: readonly WeightedRanking<string>[]) => fuse(rankings).map(({ id }) => id)

const id = fc.constantFrom(...'abcdefghij')
const rankings = fc
  .array(fc.tuple(fc.uniqueArray(id), fc.integer({ min: 1, max: 5 })), { maxLength: 4 })
  .map((all) => all.map(([ids, weight], index) => ranking(`ranking-${index}`, ids, weight)))

describe('fusing rankings', () => {
  it('adds one over sixty and the rank for each ranking', () => {
    expect(fuse([ranking('text', ['a', 'b']), ranking('vector', ['b', 'c'])])).toEqual([
      { id: 'b', score: 1 / 62 + 1 / 61, ranks: { text: 2, vector: 1 } },
      { id: 'a', score: 1 / 61, ranks: { text: 1 } },
      { id: 'c', score: 1 / 62, ranks: { vector: 2 } },
    ])
  })

  it('orders equal ones by id', () => {
    expect(idsOf([ranking('text', ['b', 'a']), ranking('vector', ['a', 'b'])])).toEqual(['a', 'b'])
  })

  it('counts a ranking as much as it weighs', () => {
    expect(idsOf([ranking('text', ['a']), ranking('vector', ['b'], 2)])).toEqual(['b', 'a'])
  })

  it('counts one that comes again where it came first', () => {
    expect(fuse([ranking('text', ['a', 'a', 'b'])]).map(({ ranks }) => ranks)).toEqual([{ text: 1 }, { text: 2 }])
  })

  it.each([[[]], [[ranking('text', [])]]])('finds nothing in %j', (none) => {
    expect(fuse(none)).toEqual([])
  })

  it('does not depend on the order of the rankings', () => {
    // Sums of three fractions and more depend on their order.
    const several = fc
      .array(fc.shuffledSubarray([...'abcde'], { minLength: 5 }), { minLength: 3, maxLength: 5 })
      .map((all) => all.map((ids, index) => ranking(`ranking-${index}`, ids, index + 1)))
    const inAnyOrder = several.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
    )
    fc.assert(
      fc.property(inAnyOrder, ([all, shuffled]) => {
        expect(idsOf(all)).toHaveLength(5)
        expect(fuse(shuffled)).toEqual(fuse(all))
      }),
    )
  })

  it('puts what is first everywhere first', () => {
    fc.assert(
      fc.property(rankings, (all) => {
        const led = all.map((each) => ({ ...each, ids: ['first', ...each.ids] }))
        expect(idsOf(led)[0]).toBe(led.length === 0 ? undefined : 'first')
      }),
    )
  })
})
