/** Parallel branches under random timings: whoever finishes first, every branch gets back what was its own. */
import { describe, it } from 'vitest'
import { below, chance } from '../support/chance.ts'
import { scenarioNamed } from '../support/scenarios.ts'
import { expectSurvival, reference } from '../support/survival.ts'
import { MemoryWorld, type ProcessOptions } from '../support/world.ts'

const runs = 500
const slowestMs = 50

function pacedBy(seed: number): ProcessOptions {
  const random = chance(seed)
  return { pace: (clock) => clock.sleep(below(slowestMs, random)), keepsRequests: true }
}

describe.each([
  scenarioNamed('parallel branches with equal names'),
  scenarioNamed('a map in a child loop in a map'),
])('$name', (scenario) => {
  it(`comes back unswapped from ${runs} random schedules, each cut at a random record`, { timeout: 60_000 }, async () => {
    const expected = await reference(new MemoryWorld(scenario))
    for (let seed = 1; seed <= runs; seed++) {
      const afterAppend = below(expected.appends, chance(seed))
      const [first, second] = [pacedBy(seed), pacedBy(seed + runs)]
      await expectSurvival(new MemoryWorld(scenario), { afterAppend }, expected, { first, second })
    }
  })
})
