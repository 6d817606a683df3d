/** Effects cut short by a crash: which are repeated, which ask first. */
import { react } from '@gyre/core'
import { calls, callsAll, says } from '@gyre/core/testing'
import { describe, expect, it } from 'vitest'
import { begun, effectsIn } from '../support/compare.ts'
import { lastText } from '../support/effects.ts'
import { conclude, type Scenario } from '../support/scenario.ts'
import { goOn, MemoryWorld, type Process, start, untilDeath } from '../support/world.ts'

const errand: Scenario = {
  name: 'one tool of each effect, one after the other',
  loop: react,
  task: 'Run an errand.',
  tools: ['look', 'put', 'send'],
  replies: {
    'think#1': calls('look', { name: 'sky' }),
    'think#2': calls('put', { name: 'cup' }),
    'think#3': calls('send', { name: 'note' }),
    'think#4': (request) => says(`Last seen: ${lastText(request)}`),
  },
  end: { answer: 'Last seen: sent note', outcome: 'answered' },
}

/** The effects of the errand in their order, from 1. */
const effects = ['think#1', 'look', 'think#2', 'put', 'think#3', 'send', 'think#4']
const inSend = { inEffect: effects.indexOf('send') + 1 }

/** A session whose process died while `send` was under way, taken up by another process. */
async function uncertain(answer?: string) {
  const scenario = answer === undefined ? errand : { ...errand, answers: { 'act#3[0]/uncertain#1': answer } }
  const world = new MemoryWorld(scenario, { isGrouped: true })
  await start(world, world.process({ death: inSend }))
  return { world, next: world.process() }
}

/** Resumes and waits until the session has nothing to do. */
async function idle({ runtime, clock }: Process, id: string): Promise<string> {
  const session = await runtime.resume(id)
  return clock.runUntil(session.idle())
}

describe('a call that must not be repeated', () => {
  it('leaves the session waiting with three choices when its process died in it', async () => {
    const { world, next } = await uncertain()
    const id = await world.sessionId()
    expect(await idle(next, id)).toBe('waiting')
    const { view } = await next.runtime.read(id)
    expect([...view.questions.values()]).toEqual([
      {
        path: 'act#3[0]/uncertain#1',
        kind: 'uncertain',
        question: '`send` was begun when the process died. It may or may not have happened.',
        choices: ['retry', 'treat as done', 'fail'],
        data: { tool: 'send', input: { name: 'note' } },
      },
    ])
    expect(begun(next.hand.effects)).toEqual([])
  })

  it('is made again when a person says `retry`', async () => {
    const { world, next } = await uncertain('retry')
    expect(await goOn(world, next)).toMatchObject({ answer: 'Last seen: sent note', outcome: 'answered' })
    expect(begun(next.hand.effects)).toEqual(['model think#4', 'tool act#3[0]'])
  })

  it('is not made again when a person says `treat as done`', async () => {
    const { world, next } = await uncertain('treat as done')
    expect(await goOn(world, next)).toMatchObject({ answer: 'Last seen: Done.', outcome: 'answered' })
    expect(begun(next.hand.effects)).toEqual(['model think#4'])
  })

  it('is told to the model as failed when a person says `fail`', async () => {
    const { world, next } = await uncertain('fail')
    const answer = 'Last seen: `send` was interrupted; it may not have happened.'
    expect(await goOn(world, next)).toMatchObject({ answer, outcome: 'answered' })
    expect(begun(next.hand.effects)).toEqual(['model think#4'])
  })

  it('refuses an answer that is none of the choices, and goes on waiting', async () => {
    const { world, next } = await uncertain()
    const id = await world.sessionId()
    await idle(next, id)
    const session = await next.runtime.session(id)
    const { id: sent } = await session.answer('perhaps')
    await next.clock.advance(10)
    const known = await next.runtime.store.interventions.list(id)
    expect(known.find((each) => each.id === sent)).toMatchObject({
      state: 'rejected',
      why: 'not-a-choice: retry | treat as done | fail',
    })
    expect(await next.clock.runUntil(session.idle())).toBe('waiting')
  })

  it('is asked about once, however many processes die while the session waits', async () => {
    const { world, next } = await uncertain('retry')
    const id = await world.sessionId()
    await idle(next, id)
    next.life.die()
    const third = world.process()
    expect(await idle(third, id)).toBe('waiting')
    third.life.die()
    const last = world.process()
    expect(await goOn(world, last)).toMatchObject(errand.end)
    const asked = (await world.rows()).filter((row) => row.type === 'question.asked')
    expect(asked.map((row) => row.path)).toEqual(['act#3[0]/uncertain#1'])
    expect(begun(last.hand.effects)).toEqual(['model think#4', 'tool act#3[0]'])
  })

  it('is asked about anew when a process dies in it once more', async () => {
    const { world } = await uncertain('retry')
    const id = await world.sessionId()
    const retried = world.process({ death: { inEffect: 1 } })
    await goOn(world, retried)
    const third = world.process()
    expect(await idle(third, id)).toBe('waiting')
    const { view } = await third.runtime.read(id)
    expect([...view.questions.keys()]).toEqual(['act#3[0]/uncertain#2'])
    expect(begun(third.hand.effects)).toEqual([])
    await third.runtime.send(id, 'answer', { text: 'treat as done' }, {})
    expect(await goOn(world, third)).toMatchObject({ answer: 'Last seen: Done.', outcome: 'answered' })
  })

  it('keeps an answer that its process did not live to act on', async () => {
    const { world, next } = await uncertain()
    const id = await world.sessionId()
    await idle(next, id)
    await next.runtime.send(id, 'answer', { text: 'treat as done' }, {})
    next.life.die()
    const last = world.process()
    expect(await goOn(world, last)).toMatchObject({ answer: 'Last seen: Done.', outcome: 'answered' })
    expect(begun(last.hand.effects)).toEqual(['model think#4'])
  })

  it('asks also when its process died after the intent and before the call', async () => {
    const world = new MemoryWorld(errand)
    const intent = 6
    await start(world, world.process({ death: { afterAppend: intent } }))
    expect((await world.rows()).at(-1)).toMatchObject({ type: 'step.intended', path: 'act#3[0]' })
    const next = world.process()
    expect(await idle(next, await world.sessionId())).toBe('waiting')
    expect(begun(next.hand.effects)).toEqual([])
  })

  it('asks about each of several calls that ran at once', async () => {
    const scenario: Scenario = {
      ...errand,
      replies: {
        'think#1': callsAll({ tool: 'send', input: { name: 'a' } }, { tool: 'send', input: { name: 'b' } }),
        'think#2': (request) => says(lastText(request)),
      },
      answers: { 'act#1[0]/uncertain#1': 'treat as done', 'act#1[1]/uncertain#1': 'retry' },
    }
    const world = new MemoryWorld(scenario, { isGrouped: true })
    await start(world, world.process({ death: { inEffect: 3 } }))
    const next = world.process()
    expect(await goOn(world, next)).toMatchObject({ answer: 'sent b', outcome: 'answered' })
    expect(begun(next.hand.effects)).toEqual(['model think#2', 'tool act#1[1]'])
  })
})

describe('an effect that may be repeated', () => {
  it.each(effects.flatMap((name, index) => (name === 'send' ? [] : [[name, index + 1] as const])))(
    'begins once more when its process died in it: %s',
    async (_, inEffect) => {
      const world = new MemoryWorld(errand, { isGrouped: true })
      const first = world.process({ death: { inEffect } })
      await start(world, first)
      const cut = first.hand.effects.at(-1)!
      const next = world.process()
      expect(await goOn(world, next)).toMatchObject(errand.end)
      expect(cut.isFinished).toBe(false)
      expect(next.hand.effects.filter(({ at }) => at === cut.at)).toHaveLength(1)
    },
  )

  it('has the same idempotency key each time', async () => {
    const world = new MemoryWorld(errand, { isGrouped: true })
    await start(world, world.process({ death: { inEffect: effects.indexOf('put') + 1 } }))
    await goOn(world, world.process())
    const row = (await world.rows()).find(({ path }) => path === 'act#2[0]')
    expect(JSON.parse(row?.result ?? '')).toMatchObject({
      data: { put: 'cup', key: `${await world.sessionId()}/act#2[0]` },
    })
  })

  it('runs again after it has finished only if it is pure and its record still rode', async () => {
    const repeated: string[] = []
    for (let inEffect = 1; inEffect <= effects.length; inEffect++) {
      const world = new MemoryWorld(errand, { isGrouped: true })
      const first = world.process({ death: { inEffect } })
      await start(world, first)
      const committed = effectsIn(await world.rows())
      const finished = first.hand.effects.filter((effect) => effect.isFinished)
      repeated.push(...begun(finished).filter((effect) => !committed.includes(effect)))
    }
    // `look` had finished when the process died in the model call after it.
    expect(repeated).toEqual(['tool act#1[0]'])
  })
})

it('a session that waits for such an answer is let go and taken up again', async () => {
  const { world, next } = await uncertain('retry')
  const id = await world.sessionId()
  await idle(next, id)
  await next.clock.advance(60_000)
  expect(await next.runtime.list({})).toMatchObject([{ state: 'parked', worker: null }])
  expect(await untilDeath(next, conclude(next.runtime, id, world.scenario.answers))).toMatchObject(errand.end)
  expect(begun(next.hand.effects)).toEqual(['model think#4', 'tool act#3[0]'])
})
