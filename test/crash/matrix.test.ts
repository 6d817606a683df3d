/** Every loop, killed after every record and inside every effect, goes on as if nothing had happened. */
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

  it('survives a crash just before any record', async () => {
    const expected = await reference(new MemoryWorld(scenario))
    for (let atAppend = 1; atAppend <= expected.appends; atAppend++) {
      await expectSurvival(new MemoryWorld(scenario), { atAppend }, expected)
    }
  })

  it('survives a crash after any commit of a disk that writes in groups', async () => {
    const expected = await reference(new MemoryWorld(scenario, grouped))
    for (let afterCommit = 0; afterCommit <= expected.commits; afterCommit++) {
      await expectSurvival(new MemoryWorld(scenario, grouped), { afterCommit }, expected, { how: 'recover' })
    }
  })

  it('survives a crash inside any effect', async () => {
    const expected = await reference(new MemoryWorld(scenario, grouped))
    for (let inEffect = 1; inEffect <= expected.effects; inEffect++) {
      await expectSurvival(new MemoryWorld(scenario, grouped), { inEffect }, expected)
    }
  })
})
