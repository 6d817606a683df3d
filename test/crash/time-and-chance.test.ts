/** Time and chance: drawn once, the same for ever. */
import type { JournalRow } from '@gyre/core'
import { calls, says } from '@gyre/core/testing'
import { expect, it } from 'vitest'
import { dice } from '../support/loops.ts'
import type { Scenario } from '../support/scenario.ts'
import { scenarioNamed } from '../support/scenarios.ts'
import { expectSurvival, reference } from '../support/survival.ts'
import { goOn, MemoryWorld, type ProcessOptions, start } from '../support/world.ts'

const throwing: Scenario = {
  name: 'dice',
  loop: dice,
  task: 'throw',
  replies: () => says('.'),
  end: { answer: 9, outcome: 'answered' },
}

const branches = ['map#1[0]', 'map#1[1]', 'map#1[2]']
const order = [
  ...branches.flatMap((branch) => [`${branch}/random#1`, `${branch}/now#1`, `${branch}/random#2`]),
  'last#1',
]

function resultAt(rows: readonly JournalRow[], path: string): unknown {
  const row = rows.find((each) => each.path === path)
  return row && JSON.parse(row.result ?? 'null')
}

it.each([false, true])(
  'a loop sees the numbers of its journal after a crash at any record (grouped: %s)',
  async (isGrouped) => {
    const whole = new MemoryWorld(throwing, { isGrouped })
    const uninterrupted = whole.process()
    await start(whole, uninterrupted)
    const { appends, commits } = uninterrupted.life
    for (let at = 0; at <= (isGrouped ? commits : appends); at++) {
      const world = new MemoryWorld(throwing, { isGrouped })
      await start(world, world.process({ death: isGrouped ? { afterCommit: at } : { afterAppend: at } }))
      const before = await world.rows()
      const end = await goOn(world, world.process())
      const rows = await world.rows()
      expect(rows.slice(0, before.length)).toEqual(before)
      expect(end).toMatchObject({ ...throwing.end, details: order.map((path) => resultAt(rows, path)) })
    }
  },
)

it('the time of an earlier process counts against the limit of time', async () => {
  const look = scenarioNamed('react that repeats itself')
  const scenario: Scenario = {
    ...look,
    // It is up between two effects: what it would cut off is not the same in every process.
    options: { budget: { activeMs: 400 } },
    replies: (path) => (path === 'wrap-up#1' ? says('Time is up.') : calls('look', { name: path })),
    end: { answer: 'Time is up.', outcome: 'limit:time' },
  }
  const slow: ProcessOptions = { pace: (clock) => clock.sleep(100) }
  const expected = await reference(new MemoryWorld(scenario), slow)
  for (let afterAppend = 0; afterAppend <= expected.appends; afterAppend++) {
    await expectSurvival(new MemoryWorld(scenario), { afterAppend }, expected, { first: slow, second: slow })
  }
  expect(expected.effects).toBe(5)
})

it('numbers drawn before a crash are of the first process, those after it of the second', async () => {
  const world = new MemoryWorld(throwing)
  await start(world, world.process({ death: { afterAppend: 6 } }))
  const end = await goOn(world, world.process())
  const numbers = end?.details as readonly number[] | undefined
  expect(numbers?.slice(0, 3)).toEqual([0.1, Date.UTC(2026, 0, 1, 1), 0.2])
})
