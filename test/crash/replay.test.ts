/** Offline replay: a finished session runs again from its journal, and nothing is asked of anybody. */

import { says } from '@gyre/core/testing'
import { describe, expect, it } from 'vitest'
import { begun } from '../support/compare.ts'
import { changedTalker, dice, talker } from '../support/loops.ts'
import type { Scenario } from '../support/scenario.ts'
import { scenarios } from '../support/scenarios.ts'
import { goOn, MemoryWorld, type Process, start } from '../support/world.ts'

const talk: Scenario = {
  name: 'a talk',
  loop: talker(),
  task: 'weather',
  tools: ['put'],
  replies: { 'talk#1': says('sunny'), 'talk#2': says('still'), 'runLoop#1/closing/sum#1': says('fine') },
  end: { answer: 'sunny, fine', outcome: 'answered' },
}

const throwing: Scenario = {
  name: 'dice',
  loop: dice,
  task: 'throw',
  replies: () => says('.'),
  end: { answer: 9, outcome: 'answered' },
}

/** A finished session, and a process that knows another version of its loop. */
async function finished(scenario: Scenario, loop = scenario.loop): Promise<{ id: string; process: Process }> {
  const world = new MemoryWorld(scenario)
  await start(world, world.process())
  return { id: await world.sessionId(), process: world.process({ loop }) }
}

describe.each([...scenarios, throwing])('$name', (scenario) => {
  it('replays equal, with no model and no tool called', async () => {
    const { id, process } = await finished(scenario)
    const report = await process.runtime.replay(id)
    expect(report).toMatchObject({ isEqual: true, drift: [], unused: [], error: null, end: scenario.end })
    expect(begun(process.hand.effects)).toEqual([])
  })

  it('replays equal when it had crashed in the middle', async () => {
    const whole = new MemoryWorld(scenario)
    const uninterrupted = whole.process()
    await start(whole, uninterrupted)
    const world = new MemoryWorld(scenario)
    await start(world, world.process({ death: { afterAppend: Math.floor(uninterrupted.life.appends / 2) } }))
    await goOn(world, world.process())
    const third = world.process()
    const report = await third.runtime.replay(await world.sessionId())
    expect(report).toMatchObject({ isEqual: true, drift: [], unused: [], error: null, end: scenario.end })
    expect(begun(third.hand.effects)).toEqual([])
  })
})

describe('a session of an older version', () => {
  it('shows an edited prompt as drift at its path, with both texts', async () => {
    const { id, process } = await finished(talk, talker({ own: 'Talk in verse.' }))
    const { isEqual, drift, end } = await process.runtime.replay(id)
    expect({ isEqual, paths: drift.map(({ path }) => path), end }).toMatchObject({
      isEqual: false,
      paths: ['talk#1'],
      end: { answer: 'sunny, fine', outcome: 'answered' },
    })
    expect(drift[0]?.was).toContain('Talk plainly.')
    expect(drift[0]?.now).toContain('Talk in verse.')
  })

  it('shows drift inside of a child loop that has ended', async () => {
    const { id, process } = await finished(talk, talker({ child: 'Sum up in verse.' }))
    const { drift } = await process.runtime.replay(id)
    expect(drift.map(({ path }) => path)).toEqual(['runLoop#1/closing/sum#1'])
  })

  it('tells an edited large prompt from one that is unchanged', async () => {
    const long = 'plainly '.repeat(2000)
    const scenario = { ...talk, loop: talker({ own: long }) }
    const same = await finished(scenario)
    const edited = await finished(scenario, talker({ own: `${long}!` }))
    expect((await same.process.runtime.replay(same.id)).drift).toEqual([])
    expect((await edited.process.runtime.replay(edited.id)).drift.map(({ path }) => path)).toEqual(['talk#1'])
  })

  it('stops with both kinds named where another kind of step stands', async () => {
    const { id, process } = await finished(talk, changedTalker)
    const { isEqual, error, end } = await process.runtime.replay(id)
    expect({ isEqual, end, code: error?.code, message: error?.message }).toEqual({
      isEqual: false,
      end: null,
      code: 'journal-mismatch',
      message: 'Step `talk#1` was a `generate` and is now a `plan`.',
    })
    expect(begun(process.hand.effects)).toEqual([])
  })
})
