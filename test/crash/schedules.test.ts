/** Parallel branches under random timings: whoever finishes first, every branch gets back what was its own. */
import { describe, expect, it } from 'vitest'
import { below, chance } from '../support/chance.ts'
import type { Death } from '../support/life.ts'
import { scenarioNamed } from '../support/scenarios.ts'
import { expectSurvival, type Reference, reference } from '../support/survival.ts'
import { MemoryWorld, type ProcessOptions } from '../support/world.ts'

const runs = 500
const slowestMs = 50

function pacedBy(seed: number): ProcessOptions {
  const random = chance(seed)
  return { pace: (clock) => clock.sleep(below(slowestMs, random)) }
}

/** A crash at a random record; of every second world on a disk that writes in groups. */
function crash(seed: number, isGrouped: boolean, { appends }: Reference): Death {
  const at = below(appends, chance(seed))
  return isGrouped ? { afterCommit: at } : { afterAppend: at }
}

describe.each([scenarioNamed('parallel branches with equal names'), scenarioNamed('a map in a child loop in a map')])(
  '$name',
  (scenario) => {
    it(`come back unswapped from ${runs} random schedules, each cut at a random record`, {
      timeout: 60_000,
    }, async () => {
      const expected = await reference(new MemoryWorld(scenario))
      const orders = new Set<string>()
      for (let seed = 1; seed <= runs; seed++) {
        const isGrouped = seed % 2 === 0
        const world = new MemoryWorld(scenario, { isGrouped })
        const timings = { first: pacedBy(seed), second: pacedBy(seed + runs) }
        await expectSurvival(world, crash(seed, isGrouped, expected), expected, timings)
        orders.add((await world.rows()).map((row) => row.path).join())
      }
      expect(orders.size).toBe(runs)
    })
  },
)
