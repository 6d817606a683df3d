import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { novelty } from './novelty.ts'
import { unit } from './vectors.ts'

const at = (degrees: number) =>
  Float32Array.of(Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180))
const anyVector = fc.integer({ min: 0, max: 359 }).map(at)

describe('novelty', () => {
  it.each([
    ['nothing is known', [], 1],
    ['it is known', [at(90), at(0)], 0],
    ['the nearest is 60 degrees away', [at(60), at(90)], 0.5],
    ['only its opposite is known', [at(180)], 1],
  ])('when %s', (_, known, expected) => expect(novelty(at(0), known)).toBeCloseTo(expected))

  it('is never below 0, though rounded vectors are longer than 1', () => {
    const vector = unit(Float32Array.of(0.3, 0.3, 0.3)).map((value) => value * 1.000_001)
    expect(novelty(vector, [vector])).toBe(0)
  })

  it('never rises as more is known', () => {
    fc.assert(
      fc.property(anyVector, fc.array(anyVector), anyVector, (vector, known, more) => {
        expect(novelty(vector, [...known, more])).toBeLessThanOrEqual(novelty(vector, known))
      }),
    )
  })
})
