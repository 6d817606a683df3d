/** A session of 100 000 steps: read, gone over and ended in a time that grows with its length. */
import { says } from '@gyre/core/testing'
import { expect, it } from 'vitest'
import { begun } from '../support/compare.ts'
import { sprint } from '../support/loops.ts'
import type { Scenario } from '../support/scenario.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { goOn, MemoryWorld, SqliteWorld, start, type World } from '../support/world.ts'

const steps = 100_000

const running: Scenario = {
  name: 'sprint',
  loop: sprint,
  task: `${steps}`,
  tools: ['put'],
  replies: () => says('on'),
  end: { answer: steps / 2, outcome: 'answered' },
}

async function resumeAtTheEnd(world: World) {
  const options = { keepsRequests: false }
  await start(world, world.process({ ...options, death: { afterAppend: steps - 1 } }))
  const next = world.process(options)
  return { end: await goOn(world, next), effects: begun(next.hand.effects) }
}

it('goes on from its last step in memory, and replays offline', async () => {
  const world = new MemoryWorld(running)
  const { end, effects } = await resumeAtTheEnd(world)
  expect(end).toMatchObject(running.end)
  expect(effects).toEqual([`tool act#${steps / 2}[0]`])
  const { isEqual } = await world.process().runtime.replay(await world.sessionId())
  expect(isEqual).toBe(true)
})

it('goes on from its last step on SQLite', async () => {
  const world = new SqliteWorld(running, temporaryFolder())
  const { end, effects } = await resumeAtTheEnd(world)
  expect(end).toMatchObject(running.end)
  expect(effects).toEqual([`tool act#${steps / 2}[0]`])
  await world.close()
})
