/** Every loop in each of its protocols, in a real process on a SQLite file, killed by SIGKILL at eight seeded points. */
import { loops } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { below, chance } from '../support/chance.ts'
import type { Scenario } from '../support/scenario.ts'
import { scenarios } from '../support/scenarios.ts'
import { inPairs } from './children.ts'
import { expectSurvival, type Kill, uninterrupted } from './kills.ts'

const kills = 8

type Protocol = 'native' | 'text'

/** How tools are called in a scenario, or in a loop that its loop runs. */
function protocolOf({ options, model }: Scenario): Protocol {
  const isText = model?.nativeTools === false || JSON.stringify(options?.config ?? {}).includes('"protocol":"text"')
  return isText ? 'text' : 'native'
}

/** The scenario of each loop in each protocol that has the most steps to be killed at. Not all loops call tools. */
const longest = loops.flatMap(({ name }) => {
  const own = scenarios.filter(({ loop }) => loop.name === name)
  const steps = ({ replies }: Scenario) => Object.keys(replies).length
  return [...Map.groupBy(own, protocolOf)].map(([protocol, group]) => {
    return { loop: name, protocol, scenario: group.toSorted((a, b) => steps(b) - steps(a))[0] }
  })
})

/** Records and effects in turn, drawn by a seed of their own; the last record is the end, after which nothing goes on. */
function points(seed: number, { appends, effects }: { readonly appends: number; readonly effects: number }): Kill[] {
  const random = chance(seed)
  return Array.from({ length: kills }, (_, index) => {
    const atEffect = index % 2 === 1 && effects > 0
    return atEffect ? { killInEffect: 1 + below(effects, random) } : { killAfterAppend: 1 + below(appends - 1, random) }
  })
}

it('meets both protocols in every loop that calls tools', () => {
  const inText = longest.filter(({ protocol }) => protocol === 'text').map(({ loop }) => loop)
  expect(inText).toEqual(['react', 'plan-execute', 'reflexion', 'self-ask', 'critic', 'auto'])
  expect(longest).toHaveLength(loops.length + inText.length)
})

describe.each(longest.map((each, index) => ({ ...each, seed: index + 1 })))(
  '$loop, $protocol',
  ({ scenario, seed }) => {
    it('goes on after a kill wherever chance puts it', async () => {
      const name = scenario?.name ?? ''
      const whole = await uninterrupted(name)
      const { details, ...end } = scenario?.end ?? {}
      expect(whole.end).toMatchObject(end)
      await inPairs(points(seed, whole), (kill) => expectSurvival(name, kill, whole))
    })
  },
)
