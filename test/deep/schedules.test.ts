/** Parallel branches under random timings: whoever finishes first, every branch gets back what was its own. */
import { type GyreError, textOf, user } from '@gyre/core'
import { says } from '@gyre/core/testing'
import { describe, expect, it } from 'vitest'
import { below, chance } from '../support/chance.ts'
import { begun, effectsIn, faultsOf } from '../support/compare.ts'
import { loopOf } from '../support/kernel.ts'
import type { Death } from '../support/life.ts'
import type { Scenario } from '../support/scenario.ts'
import { scenarioNamed, scenarios } from '../support/scenarios.ts'
import { expectSurvival, type Reference, reference } from '../support/survival.ts'
import { goOn, MemoryWorld, type ProcessOptions, start } from '../support/world.ts'

const runs = 500
const slowestMs = 50

/** Asks twice for each word; what `map` is for, done by hand. */
const sideBySide: Scenario = {
  name: 'chains on one ctx',
  loop: loopOf('side-by-side', async (ctx, { goal }) => {
    const chain = async (word: string) => {
      const messages = [user(word)]
      messages.push((await ctx.generate(messages)).message)
      messages.push(user('once more'))
      return (await ctx.generate(messages)).text
    }
    return (await Promise.all(goal.split(' ').map(chain))).join(' ')
  }),
  task: 'a b c',
  replies: (_, { messages }) => {
    const [first, ...rest] = messages.map(textOf)
    return says(`${first}${rest.length}`)
  },
  end: { answer: 'a2 b2 c2', outcome: 'answered' },
}

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

describe('chains of steps side by side on one ctx', () => {
  it(`either come back unswapped from ${runs} random schedules or refuse to go on`, { timeout: 60_000 }, async () => {
    const { appends } = await reference(new MemoryWorld(sideBySide))
    let refusals = 0
    for (let seed = 1; seed <= runs; seed++) {
      const world = new MemoryWorld(sideBySide)
      const death = { afterAppend: below(appends, chance(seed)) }
      await start(world, world.process({ ...pacedBy(seed), death }))
      const second = world.process(pacedBy(seed + runs))
      const id = await world.sessionId()
      const session = await second.runtime.resume(id)
      const stop = await second.clock.runUntil(session.idle().catch(({ code }: GyreError) => code))
      const { view } = await second.runtime.read(id)
      if (stop === 'journal-mismatch') refusals += 1
      else expect({ seed, stop, answer: view.answer }).toEqual({ seed, stop: 'ended', answer: sideBySide.end.answer })
    }
    expect(refusals).toBeGreaterThan(0)
  })
})

describe.each(scenarios)('$name', (scenario) => {
  it('replays equal after random schedules, whatever their timing made of it', { timeout: 30_000 }, async () => {
    const { appends } = await reference(new MemoryWorld(scenario))
    for (let seed = 1; seed <= 10; seed++) {
      const world = new MemoryWorld(scenario)
      const death = { afterAppend: below(appends, chance(seed)) }
      await start(world, world.process({ ...pacedBy(seed), death }))
      const before = await world.rows()
      const second = world.process(pacedBy(seed + runs))
      await goOn(world, second)
      const rows = await world.rows()
      const third = world.process()
      const { isEqual, drift, unused, error } = await third.runtime.replay(await world.sessionId())
      const effects = begun(second.hand.effects)
      expect({ seed, isEqual, drift, unused, error, effects, faults: await faultsOf(world) }).toEqual({
        seed,
        isEqual: true,
        drift: [],
        unused: [],
        error: null,
        effects: effectsIn(rows.slice(before.length)),
        faults: [],
      })
    }
  })
})
