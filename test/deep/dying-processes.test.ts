/** Every loop comes to its end through processes that live for a record or a few. */
import { describe, expect, it } from 'vitest'
import { recordingOf } from '../support/compare.ts'
import { scenarios } from '../support/scenarios.ts'
import { reference } from '../support/survival.ts'
import { answerOpenQuestions, goOn, MemoryWorld, start } from '../support/world.ts'

describe.each(scenarios)('$name', (scenario) => {
  it('comes to its end through processes that die after one record, every third after eight', async () => {
    const expected = await reference(new MemoryWorld(scenario))
    const world = new MemoryWorld(scenario)
    let end = await start(world, world.process({ death: { afterAppend: 1 } }))
    for (let deaths = 1; end === undefined && deaths < 200; deaths++) {
      await answerOpenQuestions(world)
      // Calls that must not be repeated come to an end only where intents and results are written in one life.
      const afterAppend = deaths % 3 === 0 ? 8 : 1
      end = await goOn(world, world.process({ death: { afterAppend } }))
    }
    expect(await recordingOf(world, end)).toEqual(expected.recording)
  })
})
