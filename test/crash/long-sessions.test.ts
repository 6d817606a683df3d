/** Long sessions go on in a time that grows with their length, not with its square: that would not end here. */
import { says } from '@gyre/core/testing'
import { describe, expect, it } from 'vitest'
import { begun } from '../support/compare.ts'
import { hoarder, marathon, relay } from '../support/loops.ts'
import type { Scenario } from '../support/scenario.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { goOn, MemoryWorld, SqliteWorld, start, type World } from '../support/world.ts'

const timeout = 60_000

function running(steps: number): Scenario {
  return {
    name: 'marathon',
    loop: marathon,
    task: `${steps}`,
    tools: ['put'],
    replies: () => says('on'),
    end: { answer: steps + 1, outcome: 'answered' },
  }
}

/** Lets the process die just before the end; another one has to go over all of the steps. */
async function resumeAtTheEnd(world: World, records: number) {
  const options = { keepsRequests: false }
  await start(world, world.process({ ...options, death: { afterAppend: records } }))
  const next = world.process(options)
  return { end: await goOn(world, next), effects: begun(next.hand.effects) }
}

describe.each([1_000, 10_000])('a session of %i steps', (steps) => {
  it('goes on from its last step in memory', { timeout }, async () => {
    const world = new MemoryWorld(running(steps))
    const { end, effects } = await resumeAtTheEnd(world, steps - 1)
    expect(end).toMatchObject(running(steps).end)
    expect(effects).toEqual([`tool act#${steps / 2}[0]`])
  })

  it('goes on from its last step on SQLite', { timeout }, async () => {
    const world = new SqliteWorld(running(steps), temporaryFolder())
    const { end, effects } = await resumeAtTheEnd(world, steps - 1)
    expect(end).toMatchObject(running(steps).end)
    expect(effects).toEqual([`tool act#${steps / 2}[0]`])
    await world.close()
  })

  it('replays offline', { timeout }, async () => {
    const world = new MemoryWorld(running(steps))
    await start(world, world.process({ keepsRequests: false }))
    const { isEqual, end } = await world.process().runtime.replay(await world.sessionId())
    expect({ isEqual, end }).toMatchObject({ isEqual: true, end: running(steps).end })
  })
})

it('a session of 5000 child loops goes on and replays offline', { timeout }, async () => {
  const scenario: Scenario = {
    name: 'relay',
    loop: relay,
    task: '5000',
    replies: (path) => says(path),
    end: { answer: 'runLoop#5000/runner/generate#1', outcome: 'answered' },
  }
  const world = new MemoryWorld(scenario)
  const { end, effects } = await resumeAtTheEnd(world, 9_999)
  expect(end).toMatchObject(scenario.end)
  expect(effects).toEqual([])
  const report = await world.process().runtime.replay(await world.sessionId())
  expect(report).toMatchObject({ isEqual: true, end: scenario.end })
})

it('a session of 10000 cached values goes on and replays offline', { timeout }, async () => {
  const scenario: Scenario = {
    name: 'hoarder',
    loop: hoarder,
    task: '10000',
    replies: { 'cache#1/generate#1': says('kept') },
    end: { answer: 'kept', outcome: 'answered' },
  }
  const world = new MemoryWorld(scenario)
  const { end, effects } = await resumeAtTheEnd(world, 10_000)
  expect(end).toMatchObject(scenario.end)
  expect(effects).toEqual([])
  const report = await world.process().runtime.replay(await world.sessionId())
  expect(report).toMatchObject({ isEqual: true, end: scenario.end })
})
