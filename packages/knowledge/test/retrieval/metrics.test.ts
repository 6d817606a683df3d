import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Grades, type Metrics, meanOf, metricsOf } from './metrics.ts'

const document = fc.constantFrom(...'abcdefghijklmnopqrst')
const ranking = fc.uniqueArray(document)
const grades: fc.Arbitrary<Grades> = fc.dictionary(document, fc.constantFrom(1, 2), {
  minKeys: 1,
  noNullPrototype: true,
})

const perfect: Metrics = { recall1: 1, recall5: 1, recall10: 1, ndcg10: 1, reciprocalRank: 1 }
const useless: Metrics = { recall1: 0, recall5: 0, recall10: 0, ndcg10: 0, reciprocalRank: 0 }

describe('metricsOf', () => {
  // Gains: 3 for a grade of 2, 1 for a grade of 1. Discounts: 1, log2(3) = 1.585, 2, 2.322, 2.585, 2.807 …
  it.each([
    { name: 'the only one first', ranked: 'axy', known: { a: 2 }, expected: perfect },
    {
      name: 'the only one third',
      ranked: 'xya',
      known: { a: 2 },
      expected: { recall1: 0, recall5: 1, recall10: 1, ndcg10: 0.5, reciprocalRank: 1 / 3 },
    },
    {
      name: 'the two in the wrong order',
      ranked: 'ba',
      known: { a: 2, b: 1 },
      // (1 + 3/1.58496) / (3 + 1/1.58496)
      expected: { recall1: 1, recall5: 1, recall10: 1, ndcg10: 0.79671, reciprocalRank: 1 },
    },
    {
      name: 'one of two, sixth',
      ranked: 'uvwxya',
      known: { a: 1, b: 1 },
      // (1/2.80735) / (1 + 1/1.58496)
      expected: { recall1: 0, recall5: 0, recall10: 0.5, ndcg10: 0.218408, reciprocalRank: 1 / 6 },
    },
    {
      name: 'the only one eleventh',
      ranked: 'bcdefghijka',
      known: { a: 2 },
      expected: { ...useless, reciprocalRank: 1 / 11 },
    },
    { name: 'nothing relevant', ranked: 'xyz', known: { a: 2 }, expected: useless },
    { name: 'nothing at all', ranked: '', known: { a: 2 }, expected: useless },
  ])('of $name', ({ ranked, known, expected }) => {
    const metrics = metricsOf([...ranked], known)
    for (const key of Object.keys(expected) as (keyof Metrics)[])
      expect(metrics[key], key).toBeCloseTo(expected[key], 5)
  })

  it('lies between 0 and 1', () => {
    fc.assert(
      fc.property(ranking, grades, (ranked, known) => {
        for (const value of Object.values(metricsOf(ranked, known))) {
          expect(value).toBeGreaterThanOrEqual(0)
          expect(value).toBeLessThanOrEqual(1)
        }
      }),
    )
  })

  it('is 1 throughout where the best come first, whatever follows', () => {
    fc.assert(
      fc.property(ranking, grades, (rest, known) => {
        const ideal = Object.keys(known).sort((a, b) => (known[b] ?? 0) - (known[a] ?? 0))
        expect(metricsOf([...ideal, ...rest], known)).toEqual(perfect)
      }),
    )
  })

  it('never falls when a relevant document moves up one place', () => {
    fc.assert(
      fc.property(ranking, grades, fc.nat(), (ranked, known, nth) => {
        const at = 1 + (nth % Math.max(1, ranked.length - 1))
        const [before, moved] = [ranked[at - 1], ranked[at]]
        fc.pre(before !== undefined && moved !== undefined)
        fc.pre((known[moved] ?? 0) >= (known[before] ?? 0))
        const better = metricsOf(ranked.with(at - 1, moved).with(at, before), known)
        const worse = metricsOf(ranked, known)
        for (const key of Object.keys(better) as (keyof Metrics)[])
          expect(better[key]).toBeGreaterThanOrEqual(worse[key] - 1e-12)
      }),
    )
  })

  it('counts a document once, where it comes first', () => {
    expect(metricsOf(['x', 'a', 'a', 'b'], { a: 2, b: 1 })).toEqual(metricsOf(['x', 'a', 'b'], { a: 2, b: 1 }))
  })

  it('takes names of what every object has for what they are: documents', () => {
    expect(metricsOf(['constructor', 'a'], { a: 1 }).ndcg10).toBeCloseTo(0.63093, 5)
  })

  it('has no figure for a question without a relevant document', () => {
    expect(() => metricsOf(['a'], {})).toThrow('A question needs a relevant document.')
  })
})

describe('meanOf', () => {
  it('counts each question the same', () => {
    expect(meanOf([perfect, useless, useless, perfect]).ndcg10).toBe(0.5)
    expect(meanOf([perfect, useless, useless, useless]).reciprocalRank).toBe(0.25)
  })

  it('has no figure for no questions', () => {
    expect(() => meanOf([])).toThrow('There is no mean of no questions.')
  })
})
