/** Every loop, killed just before every record and by a disk that loses what it had not written, goes on. */
import { describe, it } from 'vitest'
import { scenarios } from '../support/scenarios.ts'
import { expectSurvival, reference } from '../support/survival.ts'
import { MemoryWorld } from '../support/world.ts'

const grouped = { isGrouped: true }

describe.each(scenarios)('$name', (scenario) => {
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
})
