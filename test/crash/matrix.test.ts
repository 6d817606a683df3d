/**
 * Every loop, killed after every record and inside every effect, goes on as if nothing had happened. Killed in other
 * manners it is in the long tests.
 */
import { loops } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { scenarios } from '../support/scenarios.ts'
import { expectSurvival, reference } from '../support/survival.ts'
import { MemoryWorld } from '../support/world.ts'

const grouped = { isGrouped: true }

it('holds every loop that Gyre comes with', () => {
  const tested = new Set(scenarios.map(({ loop }) => loop.name))
  expect(loops.map(({ name }) => name).filter((name) => !tested.has(name))).toEqual([])
})

describe.each(scenarios)('$name', (scenario) => {
  it('survives a crash after any record', async () => {
    const expected = await reference(new MemoryWorld(scenario))
    for (let afterAppend = 0; afterAppend <= expected.appends; afterAppend++) {
      await expectSurvival(new MemoryWorld(scenario), { afterAppend }, expected)
    }
  })

  it('survives a crash inside any effect', async () => {
    const expected = await reference(new MemoryWorld(scenario, grouped))
    for (let inEffect = 1; inEffect <= expected.effects; inEffect++) {
      await expectSurvival(new MemoryWorld(scenario, grouped), { inEffect }, expected)
    }
  })
})
