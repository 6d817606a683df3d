import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dot, unit, unitMean } from './vectors.ts'

const vector = (...values: readonly number[]) => Float32Array.from(values)
const anyVector = fc
  .array(fc.integer({ min: -9, max: 9 }), { minLength: 3, maxLength: 3 })
  .map((values) => Float32Array.from(values))

describe('dot', () => {
  it('adds the products', () => expect(dot(vector(1, 2, 3), vector(4, -5, 6))).toBe(12))

  it('is 0 for vectors of different lengths', () => expect(dot(vector(1, 2), vector(1, 2, 3))).toBe(0))
})

describe('unit', () => {
  it('has the length 1 and the same direction, and leaves the vector alone', () => {
    const given = vector(3, 0, 4)
    expect([...unit(given)]).toEqual([expect.closeTo(0.6), 0, expect.closeTo(0.8)])
    expect([...given]).toEqual([3, 0, 4])
  })

  it('leaves zeros, in a vector of their own', () => {
    const zeros = vector(0, 0)
    expect([...unit(zeros)]).toEqual([0, 0])
    expect(unit(zeros)).not.toBe(zeros)
  })

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(anyVector, (given) => {
        const once = unit(given)
        expect([...unit(once)]).toEqual([...once].map((value) => expect.closeTo(value, 5)))
      }),
    )
  })
})

describe('unitMean', () => {
  it('lies in the middle, however long each vector is', () => {
    expect([...unitMean([vector(10, 0), vector(0, 0.1)])]).toEqual([
      expect.closeTo(Math.SQRT1_2),
      expect.closeTo(Math.SQRT1_2),
    ])
  })

  it('is empty for none, and zeros for opposites', () => {
    expect([...unitMean([])]).toEqual([])
    expect([...unitMean([vector(1, 0), vector(-1, 0)])]).toEqual([0, 0])
  })

  it('leaves out vectors of another length than the first', () => {
    expect([...unitMean([vector(0, 2), vector(5), vector(1, 0, 0)])]).toEqual([0, 1])
  })
})
