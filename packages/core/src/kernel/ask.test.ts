/** A session that asks for more time: the question is not itself refused by the limit it is about. */
import { describe, expect, it } from 'vitest'
import { equipment, factsOfType, hour, loopOf, midnight, told, turns, world } from '../../../../test/support/kernel.ts'
import type { Session } from '../index.ts'
import { user } from '../messages.ts'
import { modelOf, says } from '../testing/scripted-model.ts'
import { type SimulatedClock, simulatedClock } from '../testing/simulated-time.ts'

const budget = { activeMs: 2_500, onExhausted: 'ask' } as const

/** Each call takes a second. */
const slow = (clock: SimulatedClock) =>
  modelOf(async (_, { path }) => {
    await clock.sleep(1_000)
    return says(path)
  })

const five = loopOf('five', async (ctx) => {
  const said: string[] = []
  for (let call = 1; call <= 5; call++) said.push((await ctx.generate([user('x')])).text)
  return said
})

const fan = loopOf('fan', async (ctx) =>
  ctx.map(
    ['a', 'b', 'c', 'd'],
    async (item, branch) => {
      for (let call = 1; call <= 3; call++) await branch.generate([user(item)])
      return item
    },
    { concurrency: 2 },
  ),
)

async function untilAsked(loop = five) {
  const here = world()
  const session = await here.runtime.start(loop, 'Go.', { model: slow(here.clock), budget })
  expect(await here.clock.runUntil(session.idle())).toBe('waiting')
  return { ...here, session }
}

async function asked(session: Session) {
  return (await session.questions()).map(({ path, data }) => ({ path, data }))
}

const question = { path: 'generate#4/budget#1', data: { resource: 'activeMs' } }

describe('a session whose time is up, and that asks', () => {
  it('asks for more at the step that finds out', async () => {
    const { session } = await untilAsked()
    expect(await asked(session)).toEqual([question])
  })

  it('goes on with the time it is granted', async () => {
    const { session, clock, runtime } = await untilAsked()
    await told(session.answer('2000'))
    const end = await clock.runUntil(session.outcome)
    expect(end).toMatchObject({ outcome: 'answered', usage: { modelCalls: 5, activeMs: 5_000 } })
    expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true })
  })

  it('asks again when that is up, too', async () => {
    const { session, clock } = await untilAsked()
    await told(session.answer('1000'))
    expect(await clock.runUntil(session.idle())).toBe('waiting')
    expect(await asked(session)).toEqual([{ ...question, path: 'generate#5/budget#2' }])
  })

  it('does not count the time it waits', async () => {
    const { session, clock } = await untilAsked()
    await clock.advance(hour)
    await told(session.answer('2000'))
    const end = await clock.runUntil(session.outcome)
    expect(end).toMatchObject({ outcome: 'answered', usage: { activeMs: 5_000 } })
  })

  it('answers from what there is when it is granted none', async () => {
    const { session, clock, runtime } = await untilAsked()
    await told(session.answer('finish'))
    const end = await clock.runUntil(session.outcome)
    expect(end).toMatchObject({ outcome: 'limit:time', answer: 'wrap-up#1', usage: { modelCalls: 4 } })
    expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true })
  })

  it('asks once for all branches, which go on together', async () => {
    const { session, clock, runtime } = await untilAsked(fan)
    expect(await asked(session)).toHaveLength(1)
    await told(session.answer('60000'))
    const end = await clock.runUntil(session.outcome)
    expect(end).toMatchObject({ outcome: 'answered', answer: ['a', 'b', 'c', 'd'], usage: { modelCalls: 12 } })
    expect(await factsOfType(runtime, session.id, 'question.asked')).toHaveLength(1)
  })

  it.each([
    ['2000', { outcome: 'answered', usage: { modelCalls: 5 } }],
    ['finish', { outcome: 'limit:time', answer: 'wrap-up#1', usage: { modelCalls: 4 } }],
  ])('asks the same question after a crash, and takes the answer: %s', async (answer, end) => {
    const { session, afterCrash } = await untilAsked()
    const clock = simulatedClock(midnight + hour)
    const later = afterCrash({ ...equipment(five, slow(clock)), clock })
    const resumed = await later.resume(session.id)
    expect(await clock.runUntil(resumed.idle())).toBe('waiting')
    expect(await asked(resumed)).toEqual([question])
    await told(resumed.answer(answer))
    expect(await clock.runUntil(resumed.outcome)).toMatchObject(end)
    await turns()
    expect(await factsOfType(later, session.id, 'question.asked')).toHaveLength(1)
  })
})
