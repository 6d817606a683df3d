/** Every loop in a real process on a SQLite file, killed by SIGKILL at ten seeded points. */
import { loops } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { below, chance } from '../support/chance.ts'
import { scenarios } from '../support/scenarios.ts'
import { inPairs } from './children.ts'
import { expectSurvival, type Kill, uninterrupted } from './kills.ts'

const kills = 10

/** The scenario of each loop with the most steps to be killed at. */
const longest = loops.map(({ name }) => {
  const own = scenarios.filter(({ loop }) => loop.name === name)
  const steps = ({ replies }: (typeof own)[number]) => Object.keys(replies).length
  return { loop: name, scenario: own.toSorted((a, b) => steps(b) - steps(a))[0] }
})

/** Records and effects in turn, drawn by a seed of the loop's own; the last record is the end, after which nothing goes on. */
function points(seed: number, { appends, effects }: { readonly appends: number; readonly effects: number }): Kill[] {
  const random = chance(seed)
  return Array.from({ length: kills }, (_, index) => {
    const atEffect = index % 2 === 1 && effects > 0
    return atEffect ? { killInEffect: 1 + below(effects, random) } : { killAfterAppend: 1 + below(appends - 1, random) }
  })
}

describe.each(longest)('$loop', ({ loop, scenario }) => {
  it('goes on after a kill wherever chance puts it', async () => {
    const name = scenario?.name ?? ''
    const whole = await uninterrupted(name)
    expect(whole.end).toEqual(scenario?.end)
    const seed = loops.findIndex((each) => each.name === loop) + 1
    await inPairs(points(seed, whole), (kill) => expectSurvival(name, kill, whole))
  })
})
