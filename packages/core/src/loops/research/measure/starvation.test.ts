import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { afterCycle, freshEffort, type TopicEffort } from './starvation.ts'

const epsilon = 0.02

/** After cycles of so many searches and this gain each. */
const after = (...cycles: readonly (readonly [searches: number, gained: number])[]): TopicEffort =>
  cycles.reduce((effort, [searches, gained]) => afterCycle(effort, { searches, gained, epsilon }), freshEffort)

describe('the effort for a topic', () => {
  it.each([
    ['one search in vain', after([1, 0]), { searches: 1, fruitless: 1, isExhausted: false }],
    ['two, in one cycle or in two', after([2, 0]), { searches: 2, fruitless: 2, isExhausted: true }],
    ['two in two cycles', after([1, 0.01], [1, 0]), { searches: 2, fruitless: 2, isExhausted: true }],
    ['a rise between them', after([1, 0], [1, 0.02], [1, 0]), { searches: 3, fruitless: 1, isExhausted: false }],
    ['cycles for other topics', after([1, 0], [0, 0], [0, 0]), { searches: 1, fruitless: 1, isExhausted: false }],
    ['nothing more after it is exhausted', after([2, 0], [0, 0]), { searches: 2, fruitless: 2, isExhausted: true }],
    ['a rise by searches for others', after([2, 0], [0, 0.3]), { searches: 2, fruitless: 0, isExhausted: false }],
  ])('after %s', (_, effort, expected) => expect(effort).toEqual(expected))

  it('never ends while each cycle gains enough', () => {
    const cycles = fc.array(fc.tuple(fc.nat(4), fc.double({ min: epsilon, max: 1, noNaN: true })))
    fc.assert(
      fc.property(cycles, (all) => {
        expect(after(...all)).toMatchObject({ fruitless: 0, isExhausted: false })
      }),
    )
  })
})
