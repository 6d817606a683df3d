import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accept, type Candidate } from './acceptance.ts'
import { type Evidence, topicCoverage } from './coverage.ts'
import { gainOf } from './gain.ts'
import { novelty } from './novelty.ts'

const at = (degrees: number) =>
  Float32Array.of(Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180))
const candidate = (id: string, degrees: number, ...relevance: readonly number[]): Candidate => ({
  id,
  host: `${id}.org`,
  vector: at(degrees),
  relevance,
})
const rule = { leastNovelty: 0.1, mostPerTopic: 10 }

const topics = 3
const candidates: fc.Arbitrary<readonly Candidate[]> = fc
  .array(
    fc.record({
      degrees: fc.integer({ min: 0, max: 359 }),
      relevance: fc.array(fc.constantFrom(0, 0, 0.1, 0.5, 0.9), { minLength: topics, maxLength: topics }),
    }),
    { maxLength: 12 },
  )
  .map((all) => all.map(({ degrees, relevance }, index) => candidate(`c${index}`, degrees, ...relevance)))
const rules = fc.record({
  leastNovelty: fc.constantFrom(0.02, 0.1, 0.4),
  mostPerTopic: fc.integer({ min: 0, max: 4 }),
})

describe('accepting chunks', () => {
  it('takes the most relevant first, then what differs from it', () => {
    const all = [candidate('like the best', 30, 0.9), candidate('different', 90, 0.7), candidate('best', 0, 1)]
    expect(accept(all, [], rule)).toEqual(['best', 'different', 'like the best'])
  })

  it('weighs relevance by 0.7, and likeness to what is known by 0.3', () => {
    // 0.7 * 0.8 - 0.3 * 0.5 = 0.41 and 0.7 * r: equal at r = 0.586
    const known = [at(0)]
    expect(accept([candidate('a', 60, 0.8), candidate('b', 90, 0.58)], known, rule)[0]).toBe('a')
    expect(accept([candidate('a', 60, 0.8), candidate('b', 90, 0.59)], known, rule)[0]).toBe('b')
  })

  it('refuses what says nothing about any topic', () => {
    expect(accept([candidate('a', 0, 0, 0), candidate('b', 90, 0, 0.01), candidate('c', 180)], [], rule)).toEqual(['b'])
  })

  it('refuses what is known, and what one that is picked says', () => {
    const all = [candidate('known', 1, 1), candidate('picked', 90, 0.9), candidate('again', 91, 0.8)]
    expect(accept(all, [at(0)], rule)).toEqual(['picked'])
  })

  it('accepts what is just new enough', () => {
    const all = [candidate('a', 90, 1)]
    expect(accept(all, [at(30)], { ...rule, leastNovelty: 0.499 })).toEqual(['a'])
    expect(accept(all, [at(30)], { ...rule, leastNovelty: 0.501 })).toEqual([])
  })

  it('takes so many for each topic, and counts one for its best topic, the first on a tie', () => {
    const all = [
      candidate('c1', 0, 0.9, 0.8),
      candidate('c2', 60, 0.8, 0.8),
      candidate('c3', 120, 0.1, 0.7),
      candidate('c4', 180, 0.6, 0.5),
    ]
    expect(accept(all, [], { ...rule, mostPerTopic: 1 })).toEqual(['c1', 'c3'])
  })

  it('takes other hosts before one that has said something for the topic, even if they say a little less', () => {
    const axis = (at: number) => Float32Array.from({ length: 16 }, (_, each) => Number(each === at))
    const all = Array.from({ length: 16 }, (_, at): Candidate => {
      const isBig = at < 8
      return { id: `c${at}`, host: isBig ? 'big.org' : `${at}.org`, vector: axis(at), relevance: [isBig ? 0.3 : 0.29] }
    })
    expect(accept(all, [], { ...rule, mostPerTopic: 6 })).toEqual(['c0', 'c8', 'c9', 'c10', 'c11', 'c12'])
    expect(accept(all.slice(0, 8), [], { ...rule, mostPerTopic: 6 })).toHaveLength(6)
  })

  it('takes nothing less from a host for one topic because of another', () => {
    const all = [
      { ...candidate('c1', 0, 0.5, 0), host: 'a.org' },
      { ...candidate('c2', 90, 0, 0.45), host: 'a.org' },
      candidate('c3', 180, 0, 0.4),
    ]
    expect(accept(all, [], { ...rule, mostPerTopic: 1 })).toEqual(['c1', 'c2'])
  })

  it('orders equal ones by the numbers in their ids', () => {
    const all = [candidate('c10', 0, 0.5), candidate('c9', 0, 0.5), candidate('c2', 90, 0.5)]
    expect(accept(all, [], rule)).toEqual(['c2', 'c9'])
  })

  it('does not depend on the order of the candidates, nor on that of what is known', () => {
    const inAnyOrder = candidates.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray([...all], { minLength: all.length })),
    )
    const known = fc.array(fc.integer({ min: 0, max: 359 }).map(at), { maxLength: 3 })
    fc.assert(
      fc.property(inAnyOrder, known, rules, ([all, shuffled], before, anyRule) => {
        expect(accept(shuffled, before.toReversed(), anyRule)).toEqual(accept(all, before, anyRule))
      }),
    )
  })

  it('leaves nothing that it could have taken, and takes nothing against the rule', () => {
    fc.assert(
      fc.property(candidates, rules, (all, anyRule) => {
        const picked = accept(all, [], anyRule).map((id) => all.find((each) => each.id === id) as Candidate)
        const topicOf = ({ relevance }: Candidate) => relevance.indexOf(Math.max(...relevance))
        const room = (topic: number) => anyRule.mostPerTopic - picked.filter((each) => topicOf(each) === topic).length
        for (const [index, { vector }] of picked.entries()) {
          const before = picked.slice(0, index).map((each) => each.vector)
          expect(novelty(vector, before)).toBeGreaterThanOrEqual(anyRule.leastNovelty)
        }
        for (let topic = 0; topic < topics; topic += 1) expect(room(topic)).toBeGreaterThanOrEqual(0)
        const left = all.filter((each) => !picked.includes(each) && Math.max(...each.relevance) > 0)
        for (const each of left) {
          const newness = novelty(
            each.vector,
            picked.map(({ vector }) => vector),
          )
          expect(newness < anyRule.leastNovelty || room(topicOf(each)) === 0).toBe(true)
        }
      }),
    )
  })

  it('gains nothing from what was accepted before and is offered again', () => {
    const coverageOf = (chunks: readonly Candidate[]) =>
      Array.from({ length: topics }, (_, topic) => {
        const evidence: readonly Evidence[] = chunks.map(({ id, relevance }) => {
          return { id, host: `${id}.org`, relevance: relevance[topic] as number }
        })
        return topicCoverage(evidence, 2)
      })
    fc.assert(
      fc.property(candidates, rules, (all, anyRule) => {
        const ids = accept(all, [], anyRule)
        const kept = all.filter(({ id }) => ids.includes(id))
        const again = kept.map((each) => ({ ...each, id: `again-${each.id}` }))
        const idsAgain = accept(
          again,
          kept.map(({ vector }) => vector),
          anyRule,
        )
        const after = [...kept, ...again.filter(({ id }) => idsAgain.includes(id))]
        expect(gainOf(coverageOf(kept), coverageOf(after))).toBe(0)
      }),
    )
  })
})
