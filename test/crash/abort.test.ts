/** An abort holds, whatever becomes of the process that was told of it. */
import { describe, expect, it } from 'vitest'
import { begun } from '../support/compare.ts'
import { conclude } from '../support/scenario.ts'
import { scenarioNamed } from '../support/scenarios.ts'
import { begin, goOn, MemoryWorld, type Process, start, untilDeath } from '../support/world.ts'

const planner = scenarioNamed('plan, notes, phases and proposals')
const react = scenarioNamed('react with native tools')
const nested = scenarioNamed('loops in a loop')
const branches = scenarioNamed('parallel branches with equal names')

/** Aborts the session while its n-th effect is under way. */
function abortsIn(nth: number) {
  let begunSoFar = 0
  return (process: () => Process, id: () => string) => async () => {
    begunSoFar += 1
    if (begunSoFar === nth) await process().runtime.send(id(), 'abort', {}, {})
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** A session that is aborted in its n-th effect, in a process that dies after so many appends. */
async function aborted(world: MemoryWorld, nth: number, afterAppend: number) {
  let id = ''
  const wait = abortsIn(nth)(
    () => process,
    () => id,
  )
  const process: Process = world.process({ pace: wait, death: { afterAppend } })
  id = (await begin(world, process)).id
  const end = await untilDeath(process, conclude(process.runtime, id))
  return { id, process, end }
}

describe.each([react, planner, nested, branches])('$name', (scenario) => {
  it('ends as aborted though its process dies while it ends, and nothing more is done', async () => {
    const whole = new MemoryWorld(scenario)
    const { process, end } = await aborted(whole, 3, Number.POSITIVE_INFINITY)
    expect(end).toMatchObject({ outcome: 'aborted' })
    const applied = (await whole.rows()).findIndex(({ type }) => type === 'intervention.applied')
    for (let afterAppend = applied; afterAppend <= process.life.appends; afterAppend++) {
      const world = new MemoryWorld(scenario)
      const first = await aborted(world, 3, afterAppend)
      const next = world.process()
      const last = await goOn(world, next)
      expect({ afterAppend, outcome: last?.outcome, answer: last?.answer }).toEqual({
        afterAppend,
        outcome: 'aborted',
        answer: end?.answer,
      })
      expect(begun(next.hand.effects)).toEqual([])
      expect(await world.process().runtime.replay(first.id)).toMatchObject({ isEqual: true, error: null })
    }
  })

  it('ends as aborted when that was sent while nobody ran it', async () => {
    const world = new MemoryWorld(scenario)
    await start(world, world.process({ death: { afterAppend: 4 } }))
    const id = await world.sessionId()
    const next = world.process()
    await next.runtime.send(id, 'abort', {}, {})
    expect(await goOn(world, next)).toMatchObject({ outcome: 'aborted' })
    expect(begun(next.hand.effects)).toEqual([])
    expect(await next.runtime.replay(id)).toMatchObject({ isEqual: true, error: null })
  })
})

it.each([
  ['the last answer', 'react that spends its calls', 7, null],
  ['the form of the answer', 'direct with an answer to be converted', 2, 'There are seven.'],
] as const)('an abort while a session is asked for %s ends it', async (_, name, nth, answer) => {
  const world = new MemoryWorld(scenarioNamed(name))
  const { id, end } = await aborted(world, nth, Number.POSITIVE_INFINITY)
  expect(end).toMatchObject({ outcome: 'aborted', answer })
  expect(await world.process().runtime.replay(id)).toMatchObject({ isEqual: true, error: null })
})

it('the best answer so far outlives the process', async () => {
  const world = new MemoryWorld(planner)
  await start(world, world.process({ death: { afterAppend: 6 } }))
  expect((await world.rows()).at(-1)?.data).toContain('proposal')
  const next = world.process()
  await next.runtime.send(await world.sessionId(), 'abort', {}, {})
  expect(await goOn(world, next)).toMatchObject({ outcome: 'aborted', answer: 'dug' })
})
