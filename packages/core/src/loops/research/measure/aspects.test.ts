import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withSeen } from './aspects.ts'
import { unit } from './vectors.ts'

const east = Float32Array.of(1, 0)
const north = Float32Array.of(0, 1)
const northEast = unit(Float32Array.of(1, 1))
const countsOf = (aspects: ReturnType<typeof withSeen>) => aspects.map(({ seen }) => seen)

describe('aspects', () => {
  it('are opened by what is like none, and counted by what is like one', () => {
    expect(countsOf(withSeen([], [east, north, east, northEast], 0.9))).toEqual([2, 1, 1])
    expect(countsOf(withSeen([], [east, north, east, northEast], 0.7))).toEqual([3, 1])
  })

  it('go on from those there were, which stay as they are', () => {
    const before = withSeen([], [east], 0.9)
    const after = withSeen(before, [east, north], 0.9)
    expect([countsOf(before), countsOf(after)]).toEqual([[1], [2, 1]])
    expect(after[0]?.vector).toBe(east)
  })

  it('count every passage once', () => {
    const direction = fc.float({ min: 0, max: 1, noNaN: true }).map((x) => unit(Float32Array.of(x, 1 - x, 0.1)))
    fc.assert(
      fc.property(fc.array(direction), fc.double({ min: 0, max: 1, noNaN: true }), (vectors, likeness) => {
        const counts = countsOf(withSeen([], vectors, likeness))
        expect(counts.reduce((sum, each) => sum + each, 0)).toBe(vectors.length)
      }),
    )
  })
})
