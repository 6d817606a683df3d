import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calibrate, queryLikenessOf } from './calibration.ts'

const lexical = 'lexical/hashed-1'
const semantic = 'openai/text-embedding-3-small'

const cosine = fc.double({ min: -1, max: 1, noNaN: true })
const cosines = fc.array(cosine, { minLength: 20, maxLength: 60 })
const kinds = fc.constantFrom(
  { embedder: lexical, least: 0.1, most: 0.2, leastReference: 0.06 },
  { embedder: semantic, least: 0.2, most: 0.95, leastReference: 0.15 },
)

/** 0.01, 0.02 and so on. */
const upTo = (count: number) => Array.from({ length: count }, (_, index) => (index + 1) / 100)

describe('calibration', () => {
  it('takes the 95th percentile of unrelated pairs, and the median of what is relevant', () => {
    expect(calibrate(lexical, upTo(20).toReversed(), [0.05, 0.19, 0.595, 0.271, 0.676])).toEqual({
      embedder: 'lexical/hashed-1',
      tau: 0.19,
      reference: expect.closeTo(0.5),
      leastNovelty: 0.35,
      likeness: 0.24,
      leastToQuery: 0,
    })
  })

  it('takes other thresholds for an embedder of meaning', () => {
    expect(calibrate(semantic, upTo(40), [0.38, 0.69, 0.8])).toEqual({
      embedder: 'openai/text-embedding-3-small',
      tau: 0.38,
      reference: expect.closeTo(0.5),
      leastNovelty: 0.08,
      likeness: 0.62,
      leastToQuery: 0.38,
    })
  })

  it('compares queries by vectors only where those know what words mean', () => {
    expect([queryLikenessOf(lexical), queryLikenessOf(semantic)]).toEqual([null, 0.86])
  })

  it.each([
    [lexical, 0.12],
    [semantic, 0.42],
  ])('has for %s a tau of %d while there are fewer than 20 pairs', (embedder, tau) => {
    expect(calibrate(embedder, Array<number>(19).fill(0.15), []).tau).toBe(tau)
    expect(calibrate(embedder, Array<number>(20).fill(0.2), []).tau).toBe(0.2)
  })

  it('takes what was measured where unrelated texts are near each other, and all that depends on it', () => {
    const offset = Array.from({ length: 60 }, (_, index) => 0.6 + (index % 11) / 100)
    const { tau, likeness, leastNovelty, leastToQuery } = calibrate(semantic, offset, [0.8])
    expect([tau, leastToQuery]).toEqual([0.7, 0.7])
    expect(likeness).toBeCloseTo(1 - (0.38 * 0.3) / 0.58)
    expect(leastNovelty).toBeCloseTo((0.08 * 0.3) / 0.58)
    expect(queryLikenessOf(semantic, tau)).toBeCloseTo(1 - (0.14 * 0.3) / 0.58)
    expect(queryLikenessOf(semantic, 0.3)).toBe(0.86)
    expect(queryLikenessOf(lexical, 0.2)).toBeNull()
  })

  it('takes no noise for ordinary evidence', () => {
    const noise = Array<number>(20).fill(0.05)
    expect(calibrate(lexical, noise, [0.101, 0.125, 0.13]).reference).toBe(0.06)
    expect(calibrate(lexical, noise, []).reference).toBe(0.06)
    expect(calibrate(semantic, noise, [0.21, 0.22]).reference).toBe(0.15)
  })

  it('stays within the bounds of its kind', () => {
    fc.assert(
      fc.property(
        kinds,
        fc.array(cosine),
        fc.array(cosine),
        ({ embedder, least, most, leastReference }, pairs, own) => {
          const { tau, reference } = calibrate(embedder, pairs, own)
          expect(tau).toBeGreaterThanOrEqual(least)
          expect(tau).toBeLessThanOrEqual(most)
          expect(reference).toBeGreaterThanOrEqual(leastReference)
          expect(reference).toBeLessThanOrEqual(1)
        },
      ),
      {
        examples: [
          [{ embedder: lexical, least: 0.1, most: 0.2, leastReference: 0.06 }, Array<number>(20).fill(1), [1]],
        ],
      },
    )
  })

  it('never lowers tau when unrelated pairs come nearer, nor depends on their order', () => {
    const rise = fc.double({ min: 0, max: 0.2, noNaN: true })
    fc.assert(
      fc.property(kinds, cosines, fc.array(rise, { minLength: 60, maxLength: 60 }), ({ embedder }, pairs, rises) => {
        const nearer = pairs.map((each, index) => each + (rises[index] as number))
        const { tau } = calibrate(embedder, pairs, [])
        expect(calibrate(embedder, nearer, []).tau).toBeGreaterThanOrEqual(tau)
        expect(calibrate(embedder, pairs.toReversed(), []).tau).toBe(tau)
      }),
    )
  })

  it('never lowers the reference when what is relevant comes nearer', () => {
    const relevant = fc.array(fc.double({ min: 0.61, max: 0.9, noNaN: true }), { minLength: 1 })
    fc.assert(
      fc.property(kinds, relevant, fc.double({ min: 0, max: 0.1, noNaN: true }), ({ embedder }, own, rise) => {
        const nearer = own.map((each) => each + rise)
        const { reference } = calibrate(embedder, [], own)
        expect(calibrate(embedder, [], nearer).reference).toBeGreaterThanOrEqual(reference)
      }),
    )
  })
})
