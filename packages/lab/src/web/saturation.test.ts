import { describe, expect, it } from 'vitest'
import { roundsAfterSaturation } from './saturation.ts'
import { webWorld } from './web-world.ts'

const world = webWorld({ seed: 1 })
const [first = '', second = ''] = world.facts.map(({ sentence }) => sentence)

/** What each round took. */
function after(...rounds: readonly (readonly string[])[]): number {
  const history = rounds.map(({ length: accepted }) => ({ accepted }))
  const chunks = rounds.flat().map((text, at) => ({ id: `c${at + 1}`, text }))
  return roundsAfterSaturation(world, { history, state: { chunks } } as never)
}

describe('the rounds after the last that brought a fact', () => {
  it.each([
    [0, [[first], [second]]],
    [1, [[first, second], ['It rained.']]],
    [2, [[first], [second], [first], [`${second} It rained.`]]],
    [2, [[], ['It rained.']]],
    [1, [[], [first], []]],
    [0, []],
  ])('are %i', (expected, rounds) => {
    expect(after(...rounds)).toBe(expected)
  })
})
