import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { latentTopics, type Residual } from './latent-topics.ts'
import { unit } from './vectors.ts'

const dimensions = 12
const rule = { likeness: 0.5 }

/** One direction, with a little of others. */
function along(axis: number, noise: readonly number[] = []): Float32Array {
  const vector = new Float32Array(dimensions)
  for (const [at, value] of noise.entries()) vector[at] = value
  vector[axis] = 1
  return unit(vector)
}

const chunk = (id: string, host: string, vector: Float32Array, text = `${id} words`): Residual => ({
  id,
  host,
  vector,
  text,
})

const membersOf = (residual: readonly Residual[], topics: readonly Float32Array[] = []) =>
  latentTopics(residual, topics, rule).map(({ members }) => members)

const noise = fc.array(fc.double({ min: -0.1, max: 0.1, noNaN: true }), { minLength: 4, maxLength: 4 })
/** Chunks that have nothing in common: each along an axis of its own, from the fifth on. */
const strangers = fc.uniqueArray(fc.integer({ min: 5, max: dimensions - 1 }), { maxLength: 7 })

/** So many alike ones from these hosts, among strangers, in any order. */
const hidden = (hosts: readonly string[]) =>
  fc.tuple(fc.array(noise, { minLength: hosts.length, maxLength: hosts.length }), strangers).chain(([noises, axes]) => {
    const alike = noises.map((each, index) => chunk(`h${index}`, hosts[index] as string, along(4, each)))
    const others = axes.map((axis) => chunk(`s${axis}`, `${axis}.org`, along(axis)))
    const all = [...alike, ...others]
    return fc.shuffledSubarray(all, { minLength: all.length })
  })

describe('latent topics', () => {
  it('are clusters of chunks that fit no topic of the outline', () => {
    const residual = [
      chunk('c2', 'a.org', along(0), 'Rare earth mining'),
      chunk('c3', 'b.org', along(0), 'The mining of a rare earth'),
      chunk('c10', 'b.org', along(0), 'Rare earth mining again'),
      chunk('c1', 'c.org', along(1), 'Sailing boats'),
    ]
    expect(latentTopics(residual, [along(0, [0, 1]), along(2)], rule)).toEqual([
      {
        id: 'c2',
        label: 'earth, mining, rare',
        members: ['c2', 'c3', 'c10'],
        hosts: 2,
        cohesion: expect.closeTo(1),
        score: expect.closeTo(3 * (1 - Math.SQRT1_2)),
      },
    ])
  })

  it('are found, three alike from two hosts, among whatever strangers', () => {
    fc.assert(
      fc.property(hidden(['a.org', 'b.org', 'a.org']), (residual) => {
        expect(membersOf(residual)).toEqual([['h0', 'h1', 'h2']])
      }),
    )
  })

  it('are not two alike, nor three from one host', () => {
    fc.assert(
      fc.property(hidden(['a.org', 'b.org']), hidden(['a.org', 'a.org', 'a.org']), (two, ofOneHost) => {
        expect(membersOf(two)).toEqual([])
        expect(membersOf(ofOneHost)).toEqual([])
      }),
    )
  })

  it('come with the most promising first: large, and far from the outline', () => {
    const three = (axis: number, name: string) => [1, 2, 3].map((n) => chunk(`${name}${n}`, `${n}.org`, along(axis)))
    const residual = [...three(0, 'near'), ...three(1, 'b'), ...three(2, 'a'), ...three(3, 'large')]
    const all = [...residual, chunk('large4', '4.org', along(3))]
    const ids = latentTopics(all, [along(5, [1])], rule).map(({ id }) => id)
    expect(ids).toEqual(['large1', 'a1', 'b1', 'near1'])
  })

  it('take a chunk that is just like enough, and leave one that is not', () => {
    const core = [chunk('c1', 'a.org', along(0)), chunk('c2', 'b.org', along(0)), chunk('c3', 'c.org', along(0))]
    const at = (cosine: number) => along(0, [0, Math.sqrt(1 / cosine ** 2 - 1)])
    expect(membersOf([...core, chunk('c4', 'd.org', at(0.51))])).toEqual([['c1', 'c2', 'c3', 'c4']])
    expect(membersOf([...core, chunk('c4', 'd.org', at(0.49))])).toEqual([['c1', 'c2', 'c3']])
  })

  it('gather around their middle, not around the chunk that came first', () => {
    const turned = (degrees: number) => {
      const vector = new Float32Array(dimensions)
      vector[0] = Math.cos((degrees * Math.PI) / 180)
      vector[1] = Math.sin((degrees * Math.PI) / 180)
      return vector
    }
    // The third is nearer to the first than to the second, until others draw the middle away.
    const residual = [0, 110, 50, -50, -50, 100].map((degrees, n) => chunk(`c${n}`, `${n}.org`, turned(degrees)))
    expect(membersOf(residual).toSorted()).toEqual([
      ['c0', 'c3', 'c4'],
      ['c1', 'c2', 'c5'],
    ])
  })

  it('are named by what sets them apart from the others alone', () => {
    const texts = ['zinc zinc amber', 'zinc amber', 'zinc amber']
    const residual = texts.map((text, n) => chunk(`c${n}`, `${n}.org`, along(0), text))
    expect(latentTopics(residual, [], rule).map(({ label }) => label)).toEqual(['zinc, amber'])
  })

  it('are none where nothing is left over', () => expect(latentTopics([], [along(0)], rule)).toEqual([]))

  it('hold every chunk once at most, and hold together', () => {
    const anyChunk = fc.record({ axis: fc.nat(3), host: fc.constantFrom('a', 'b', 'c'), noise })
    const anyChunks = fc
      .array(anyChunk, { maxLength: 15 })
      .map((all) => all.map(({ axis, host, noise: more }, index) => chunk(`c${index}`, host, along(axis, more))))
    fc.assert(
      fc.property(anyChunks, (residual) => {
        const found = latentTopics(residual, [], rule)
        const members = found.flatMap((topic) => topic.members)
        expect(new Set(members).size).toBe(members.length)
        for (const { cohesion, score } of found) expect([cohesion >= 0.5, score > 0]).toEqual([true, true])
        expect(latentTopics(residual.toReversed(), [], rule)).toEqual(found)
      }),
    )
  })
})
