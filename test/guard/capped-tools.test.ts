/** Tools of which one call at a time may be made, in sessions that wait, park, end and call each other. */
import type { Tool } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { factsOfType, gate, loopOf, told, turns, untilFact } from '../support/kernel.ts'
import { toolOf } from './guarded.ts'
import { calling, callTo, model, processWith, resultIn } from './guarded-process.ts'

/** A tool that asks a person, and of which there is one call at a time. */
const asking = toolOf(async (_, { ask }) => `said ${await ask('Which?')}`, { name: 'ask', limits: { concurrency: 1 } })
const loop = calling(callTo('ask'))
const equipped = { loops: [loop], tools: [asking], models: () => model }

/** Another session comes to its question: the place is free. */
async function isFree(runtime: ReturnType<typeof processWith>['runtime']): Promise<void> {
  const next = await runtime.start(loop, 'Ask.', { model, tools: [asking] })
  expect(await next.idle()).toBe('waiting')
  await next.answer('red')
  expect((await next.outcome).answer).toEqual(['said red'])
}

describe('the place of a call that waits for a person', () => {
  it('is free when its session is parked, and taken again when it is resumed', async () => {
    const { open, clock, store } = processWith()
    const runtime = open({ ...equipped, lingerMs: 30_000 })
    const session = await runtime.start(loop, 'Ask.', { model, tools: [asking] })
    expect(await session.idle()).toBe('waiting')
    await clock.advance(31_000)
    await turns()
    expect((await store.sessions.get(session.id))?.state).toBe('parked')
    await isFree(runtime)
    await session.answer('blue')
    expect((await session.outcome).answer).toEqual(['said blue'])
    await isFree(runtime)
  })

  it('is free when its session is aborted', async () => {
    const { runtime } = processWith()
    const session = await runtime.start(loop, 'Ask.', { model, tools: [asking] })
    await session.idle()
    await told(session.abort())
    expect((await session.outcome).outcome).toBe('aborted')
    await isFree(runtime)
  })
})

describe('the place of a call that never comes back', () => {
  it('is free when its session is aborted, and so is the wait of the next one', async () => {
    const { runtime } = processWith()
    const hung = toolOf(() => new Promise(() => {}), { name: 'ask', limits: { concurrency: 1 } })
    const sessions = []
    for (let nth = 0; nth < 3; nth++) {
      sessions.push(await runtime.start(loop, 'Ask.', { model, tools: [hung] }))
      await turns(3)
    }
    for (const session of sessions.toReversed()) {
      await told(session.abort())
      expect((await session.outcome).outcome).toBe('aborted')
    }
    await isFree(runtime)
  })
})

it('a call that finds no place is known as not made, and is not counted', async () => {
  const { runtime, clock } = processWith({ limits: { ask: { timeoutMs: 1_000 } } })
  const both = loopOf('both', async (ctx) => {
    const messages = await ctx.callTools([callTo('ask'), callTo('ask', { a: 2 })], { label: 'act' })
    return messages.map((message) => resultIn(message).notMade ?? 'made')
  })
  const session = await runtime.start(both, 'Ask.', { model, tools: [{ ...asking, trusted: false }] })
  await untilFact(session, 'question.asked')
  await clock.advance(1_000)
  await session.answer('red')
  expect(await session.outcome).toMatchObject({ answer: ['made', true], usage: { toolCalls: 1 } })
  const steps = await factsOfType(runtime, session.id, 'step.finished')
  expect(steps.find(({ path }) => path === 'act#1[1]')?.data).toMatchObject({ tool: 'ask', made: false })
  expect((await runtime.replay(session.id)).isEqual).toBe(true)
})

describe('tools that call each other', () => {
  it('do not wait for each other for ever', async () => {
    const { runtime, clock } = processWith()
    const held = gate()
    const calls = (name: string, other: string) =>
      toolOf(
        async (input, { callTools }) => {
          if ((input as { a: number }).a === 0) return name
          await held.pass()
          const [message] = await callTools([callTo(other, { a: 0 })])
          return resultIn(message).text
        },
        { name, limits: { concurrency: 1 }, timeoutMs: 1_000 },
      )
    const tools: readonly Tool[] = [calls('one', 'two'), calls('two', 'one')]
    // What the places are made of is loaded with the first calls.
    const first = calling(callTo('one', { a: 0 }), callTo('two', { a: 0 }))
    expect((await (await runtime.start(first, 'Go.', { model, tools })).outcome).answer).toEqual(['one', 'two'])
    const both = loopOf('both', async (ctx) => {
      const messages = await ctx.callTools([callTo('one'), callTo('two')])
      return messages.map((message) => resultIn(message).text)
    })
    const session = await runtime.start(both, 'Go.', { model, tools })
    await held.isReached
    await turns(5)
    held.open()
    await turns(5)
    await clock.advance(1_000)
    // The first gives up, and leaves its own place to the other.
    expect((await session.outcome).answer).toEqual([
      'Not run: `two` is busy: no other call of it ended within 1000 ms. Try again later, or go on without it.',
      'one',
    ])
  })

  it('have rights three levels below the first call, and none for a fourth', async () => {
    const { runtime } = processWith()
    const reached: number[] = []
    const again = toolOf(
      async (input, { callTools }) => {
        const { a } = input as { a: number }
        reached.push(a)
        const [message] = await callTools([callTo('again', { a: a + 1 })])
        return resultIn(message).text
      },
      { name: 'again' },
    )
    const session = await runtime.start(calling(callTo('again')), 'Go.', { model, tools: [again] })
    expect((await session.outcome).answer).toEqual([
      'Not run: this loop may not use `again`: loops and tools inside each other have rights 3 levels deep at most. Go on without it.',
    ])
    expect(reached).toEqual([1, 2, 3, 4])
  })
})

describe('a secret in an answer that is too long', () => {
  it.each([20, 40, 60, 85, 95, 105, 115, 130])('is not shown in halves: cut at %i', async (outputChars) => {
    const secret = 'hunter2-hunter2-hunter2-hunter2'
    const { open } = processWith({ outputChars })
    const tool = toolOf(() => `${'x'.repeat(80)}${secret} ${'y '.repeat(50)}`)
    const runtime = open({ secrets: [secret] })
    const session = await runtime.start(calling(callTo('add')), 'Add.', { model, tools: [tool] })
    expect(JSON.stringify((await session.outcome).answer)).not.toContain('hunter')
  })
})
