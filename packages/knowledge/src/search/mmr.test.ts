import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Candidate, chooseVaried } from './mmr.ts'

const candidate = (id: string, relevance: number, vector?: readonly number[]): Candidate => ({
  id,
  relevance,
  vector: vector && Float32Array.from(vector),
})

const anyCandidates = fc.uniqueArray(
  fc.record({
    id: fc.stringMatching(/^[a-z]{1,3}$/),
    relevance: fc.double({ min: -5, max: 5, noNaN: true }),
    vector: fc.option(
      fc.tuple(fc.integer({ min: -3, max: 3 }), fc.integer({ min: -3, max: 3 })).map((pair) => Float32Array.from(pair)),
      { nil: undefined },
    ),
  }),
  { selector: ({ id }) => id, maxLength: 12 },
)

describe('choosing with variety', () => {
  it('takes the most relevant first, then what differs from it', async () => {
    const candidates = [
      candidate('best', 1, [1, 0]),
      candidate('like the best', 0.9, [0.9, 0.3]),
      candidate('different', 0.7, [0, 1]),
      candidate('worst', 0, [-1, 0]),
    ]
    expect(await chooseVaried(candidates, 3)).toEqual(['best', 'different', 'like the best'])
  })

  it('counts relevance within the candidates, on whatever scale it comes', async () => {
    const candidates = [candidate('a', 1, [1, 0]), candidate('b', 0.9, [0.9, 0.3]), candidate('c', 0.7, [0, 1])]
    const small = candidates.map((each) => ({ ...each, relevance: 0.01 + each.relevance / 1000 }))
    expect(await chooseVaried(candidates, 3)).toEqual(['a', 'b', 'c'])
    expect(await chooseVaried(small, 3)).toEqual(['a', 'b', 'c'])
  })

  it('orders equal ones by id, and one without a vector is like nothing', async () => {
    expect(await chooseVaried([candidate('b', 1), candidate('a', 1), candidate('c', 1)], 3)).toEqual(['a', 'b', 'c'])
  })

  it.each([
    [[], 3],
    [[candidate('a', 1)], 0],
  ])('chooses nothing of %j by %i', async (candidates, count) => {
    expect(await chooseVaried(candidates, count)).toEqual([])
  })

  it('gives each candidate once, in the same order however they are given, the most relevant first', async () => {
    await fc.assert(
      fc.asyncProperty(anyCandidates, fc.nat(12), async (candidates, count) => {
        const chosen = await chooseVaried(candidates, count)
        expect(chosen).toHaveLength(Math.min(count, candidates.length))
        expect(new Set(chosen).size).toBe(chosen.length)
        expect(await chooseVaried(candidates.toReversed(), count)).toEqual(chosen)
        const most = Math.max(...candidates.map(({ relevance }) => relevance))
        const first = candidates.find(({ id }) => id === chosen[0])
        if (chosen.length > 0) expect(first?.relevance).toBe(most)
      }),
    )
  })

  it('chooses more by choosing on: fewer are the beginning of more', async () => {
    await fc.assert(
      fc.asyncProperty(anyCandidates, fc.nat(12), async (candidates, count) => {
        const all = await chooseVaried(candidates, candidates.length)
        expect(await chooseVaried(candidates, count)).toEqual(all.slice(0, count))
      }),
    )
  })

  it('puts the same text again behind all others, however relevant it is', async () => {
    const different = fc.uniqueArray(fc.integer({ min: 1, max: 89 }), { minLength: 1, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(different, async (degrees) => {
        const others = degrees.map((degree) => {
          const turn = (degree * Math.PI) / 90
          return candidate(`other-${degree}`, degree / 1000, [Math.cos(turn), Math.sin(turn)])
        })
        const twins = [candidate('best', 2, [1, 0]), candidate('again', 1.9, [2, 0])]
        const chosen = await chooseVaried([...twins, ...others], others.length + 2)
        expect([chosen[0], chosen.at(-1)]).toEqual(['best', 'again'])
      }),
    )
  })
})
