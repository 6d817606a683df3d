import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chance } from '../../../../test/support/chance.ts'
import { binomialAt, binomialSigma, binomialTail, binomialZ } from './binomial.ts'
import { farthestZ } from './normal.ts'
import { differenceSigma, rateOf, twoProportionZ } from './two-proportions.ts'

const share = fc.double({ min: 0, max: 1, noNaN: true })
const trials = fc.integer({ min: 1, max: 300 })

describe('binomial chances', () => {
  it.each([
    [2, 4, 0.5, 0.375],
    [0, 10, 0.1, 0.3486784401],
    [3, 5, 0.6, 0.3456],
    [0, 3, 0, 1],
    [3, 3, 1, 1],
    [4, 3, 0.5, 0],
    [-1, 3, 0.5, 0],
  ])('of %d in %d at %d', (k, n, p, known) => expect(binomialAt(k, n, p)).toBeCloseTo(known, 12))

  it('add up to one', () => {
    fc.assert(fc.property(trials, share, (n, p) => void expect(binomialTail(0, n, p)).toBeCloseTo(1, 9)))
  })

  it('of at least k mirror those of at most n - k failures', () => {
    fc.assert(
      fc.property(trials, share, fc.nat(300), (n, p, k) => {
        const atLeast = binomialTail(k, n, p)
        const fewerFailures = 1 - binomialTail(n - k + 1, n, 1 - p)
        expect(atLeast).toBeCloseTo(fewerFailures, 9)
      }),
    )
  })

  it('keep their digits far out', () => {
    expect(binomialTail(20, 20, 0.01) / 1e-40).toBeCloseTo(1, 9)
  })

  it('spread by σ', () => expect(binomialSigma(0.5, 2500)).toBe(0.01))
})

describe('the z of a share', () => {
  it('is the plain distance in σ where much happens', () => {
    expect(binomialZ(1030, 2000, 0.5)).toBeCloseTo(30 / Math.sqrt(500), 12)
  })

  it('does not take a rare event for a strange one', () => {
    // One is expected. Five are 4σ away on a normal curve, and happen once in a few hundred runs.
    expect((5 - 1) / Math.sqrt(1)).toBe(4)
    expect(binomialZ(5, 2000, 1 / 2000)).toBeGreaterThan(2.5)
    expect(binomialZ(5, 2000, 1 / 2000)).toBeLessThan(3)
  })

  it('turns its sign with successes and failures', () => {
    fc.assert(
      fc.property(trials, fc.double({ min: 0.001, max: 0.999, noNaN: true }), share, (n, p, part) => {
        const k = Math.round(part * n)
        expect(binomialZ(k, n, p)).toBeCloseTo(-binomialZ(n - k, n, 1 - p), 5)
      }),
    )
  })

  it('grows with the successes', () => {
    fc.assert(
      fc.property(trials, fc.double({ min: 0.01, max: 0.99, noNaN: true }), (n, p) => {
        const all = Array.from({ length: n + 1 }, (_, k) => binomialZ(k, n, p))
        for (const [at, z] of all.entries()) expect(z).toBeGreaterThanOrEqual((all[at - 1] ?? -farthestZ) - 1e-9)
      }),
      { numRuns: 30 },
    )
  })

  it('knows no chance where nothing is left to it', () => {
    expect([binomialZ(10, 10, 1), binomialZ(0, 10, 0)]).toEqual([0, 0])
    expect([binomialZ(9, 10, 1), binomialZ(1, 10, 0)]).toEqual([-farthestZ, farthestZ])
  })

  /** Of many runs of 1000 trials; its own spread is that of a variance of two. */
  function meanSquare(p: number, runs: number): number {
    const random = chance(11)
    let squares = 0
    for (let run = 0; run < runs; run += 1) {
      let successes = 0
      for (let i = 0; i < 1000; i += 1) if (random() < p) successes += 1
      squares += binomialZ(successes, 1000, p) ** 2
    }
    return squares / runs
  }

  it.each([0.02, 0.3, 0.985])('has a square of one on average, at %d', (p) => {
    expect(Math.abs(meanSquare(p, 2000) - 1)).toBeLessThan(4 * Math.sqrt(2 / 2000))
  })

  it('has a smaller square where next to nothing happens: the sum over cells errs on the safe side', () => {
    expect(meanSquare(0.0015, 2000)).toBeGreaterThan(0.7)
    expect(meanSquare(0.0015, 2000)).toBeLessThan(1)
  })
})

describe('two shares', () => {
  it('differ by the pooled z', () => {
    const [a, b] = [
      { successes: 60, n: 100 },
      { successes: 40, n: 100 },
    ]
    expect(rateOf(a)).toBe(0.6)
    expect(differenceSigma(a, b)).toBeCloseTo(Math.sqrt(0.25 * 0.02), 12)
    expect(twoProportionZ(a, b)).toBeCloseTo(2.8284271, 6)
  })

  it.each([0, 50])('do not differ when both have %d of 50', (successes) => {
    expect(twoProportionZ({ successes, n: 50 }, { successes, n: 50 })).toBe(0)
  })

  it('differ the other way round when they are swapped', () => {
    const count = fc.tuple(fc.integer({ min: 1, max: 500 }), share).map(([n, part]) => ({
      n,
      successes: Math.round(part * n),
    }))
    fc.assert(
      fc.property(count, count, (a, b) => void expect(twoProportionZ(a, b)).toBeCloseTo(-twoProportionZ(b, a), 9)),
    )
  })
})
