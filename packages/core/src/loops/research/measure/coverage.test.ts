import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { config } from '../config.ts'
import { type Evidence, gapsOf, kappaOf, mostCounted, topicCoverage, totalCoverage } from './coverage.ts'

const kappa = fc.double({ min: 0.1, max: 10, noNaN: true })
const relevanceOf = fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(0.1, 0.3, 0.7))
const evidence: fc.Arbitrary<readonly Evidence[]> = fc
  .array(fc.record({ host: fc.constantFrom('a.org', 'b.org', 'c.org'), relevance: relevanceOf }), { maxLength: 12 })
  .map((all) => all.map((each, index) => ({ id: `c${index}`, ...each })))

const from = (hosts: readonly string[], relevance: number): readonly Evidence[] =>
  hosts.map((host, index) => ({ id: `c${index}`, host, relevance }))

const most = fc.constantFrom(0.09, 0.3, 1)

/** What rounding may take away. */
const rounding = 1e-12

describe('the coverage of a topic', () => {
  it('is 0 without evidence', () => expect(topicCoverage([], 2)).toBe(0))

  it('discounts each further chunk of a host, the most relevant first', () => {
    const chunks = [
      { id: 'c1', host: 'a.org', relevance: 0.2 },
      { id: 'c2', host: 'a.org', relevance: 0.8 },
      { id: 'c3', host: 'a.org', relevance: 0.4 },
      { id: 'c4', host: 'b.org', relevance: 0.1 },
    ]
    // 0.8 + 0.4 / 2 + 0.2 / 4 + 0.1
    expect(topicCoverage(chunks, 2)).toBeCloseTo(1 - Math.exp(-2 * 1.15))
  })

  it('is 0.9 for as many chunks at the reference as make it full, from different hosts', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20 }),
        fc.double({ min: 0.01, max: 1, noNaN: true }),
        (fullAt, reference) => {
          const hosts = Array.from({ length: fullAt }, (_, index) => `${index}.org`)
          const covered = topicCoverage(from(hosts, reference), kappaOf({ fullAt, reference }), mostCounted(reference))
          expect(covered).toBeCloseTo(0.9, 9)
        },
      ),
    )
  })

  it('comes from one host up to that of two chunks, and no further', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), kappa, (count, strength) => {
        const most = 1 - Math.exp(-2 * strength)
        const covered = topicCoverage(from(Array<string>(count).fill('a.org'), 1), strength)
        expect(covered).toBeLessThanOrEqual(most + rounding)
        if (count === 60) expect(covered).toBeCloseTo(most, 9)
      }),
      { examples: [[60, 1]] },
    )
  })

  it('is never enough from one host, whatever it says and however much of it', () => {
    const { fullAt, coverAt } = config.parse({})
    const reference = fc.double({ min: 0.01, max: 1, noNaN: true })
    fc.assert(
      fc.property(fc.array(relevanceOf, { maxLength: 60 }), reference, (all, ordinary) => {
        const chunks = all.map((relevance, index) => ({ id: `c${index}`, host: 'a.org', relevance }))
        const covered = topicCoverage(chunks, kappaOf({ fullAt, reference: ordinary }), mostCounted(ordinary))
        expect(covered).toBeLessThan(coverAt)
      }),
      { examples: [[Array<number>(60).fill(1), 0.06]] },
    )
  })

  it('counts a chunk as one and a half ordinary ones at most', () => {
    expect([mostCounted(0.06), mostCounted(0.9)]).toEqual([expect.closeTo(0.09), 1])
    expect(topicCoverage(from(['a.org'], 0.4), 2, 0.09)).toBe(topicCoverage(from(['a.org'], 0.09), 2))
  })

  it('is at least 0 and less than 1', () => {
    fc.assert(
      fc.property(evidence, fc.double({ min: 0.1, max: 1_000, noNaN: true }), (chunks, strength) => {
        const covered = topicCoverage(chunks, strength)
        expect(covered).toBeGreaterThanOrEqual(0)
        expect(covered).toBeLessThan(1)
      }),
      { examples: [[from(['a.org', 'b.org'], 1), 1_000]] },
    )
  })

  it('does not depend on the order of the evidence', () => {
    const alike = [...from(['a.org', 'a.org', 'a.org', 'a.org', 'a.org', 'b.org'], 0.1)]
    const inAnyOrder = evidence.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray([...all], { minLength: all.length })),
    )
    fc.assert(
      fc.property(inAnyOrder, kappa, ([all, shuffled], strength) => {
        expect(topicCoverage(shuffled, strength)).toBe(topicCoverage(all, strength))
      }),
      // Sums of equally relevant ones depend on their order, too.
      { examples: [[[alike, alike.toReversed()], 1]] },
    )
  })

  it('grows with each relevant chunk, whatever host it is from', () => {
    fc.assert(
      fc.property(evidence, kappa, fc.nat(11), most, (chunks, strength, at, bound) => {
        const fewer = chunks.filter((_, index) => index !== at)
        const more = topicCoverage(chunks, strength, bound)
        expect(more).toBeGreaterThanOrEqual(topicCoverage(fewer, strength, bound) - rounding)
      }),
    )
    expect(topicCoverage(from(['a.org', 'a.org'], 0.1), 1)).toBeGreaterThan(topicCoverage(from(['a.org'], 0.1), 1))
  })

  it('gets less from a chunk, the more there is already', () => {
    fc.assert(
      fc.property(evidence, fc.nat(12), relevanceOf, fc.tuple(kappa, most), (all, size, relevance, measure) => {
        const next = { id: 'next', host: 'a.org', relevance }
        const covered = (by: readonly Evidence[]) => topicCoverage(by, ...measure)
        const added = (to: readonly Evidence[]) => covered([...to, next]) - covered(to)
        expect(added(all)).toBeLessThanOrEqual(added(all.slice(0, size)) + rounding)
      }),
    )
  })
})

describe('the coverage of an outline', () => {
  it('is the mean of its topics, and 0 without any', () => {
    expect(totalCoverage([0.9, 0.3, 0])).toBeCloseTo(0.4)
    expect(totalCoverage([])).toBe(0)
  })

  it('and its gaps are together the whole', () => {
    expect(gapsOf([0.9, 0.3])).toEqual([expect.closeTo(0.05), expect.closeTo(0.35)])
    expect(gapsOf([])).toEqual([])
    fc.assert(
      fc.property(fc.array(relevanceOf, { minLength: 1 }), (coverage) => {
        const gaps = gapsOf(coverage).reduce((sum, gap) => sum + gap, 0)
        expect(gaps + totalCoverage(coverage)).toBeCloseTo(1, 9)
      }),
    )
  })
})
