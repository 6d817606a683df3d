import { describe, expect, it } from 'vitest'
import { factsOf, loopOf, told, turns, world } from '../../../../test/support/kernel.ts'
import { user } from '../messages.ts'
import type { Model } from '../ports/model.ts'
import type { SimulatedClock } from '../testing/simulated-time.ts'
import type { LoopContext } from './context.ts'
import { WrapUp } from './wrap-up.ts'

/** Says a word and then nothing for so long; the last answer comes at once. */
function slow(clock: SimulatedClock, ms: number): Model & { readonly stopped: string[] } {
  const stopped: string[] = []
  return {
    id: 'test/slow',
    stopped,
    async *stream(_, { signal, path }) {
      yield { type: 'text', text: 'Well' }
      if (!path.startsWith('wrap-up')) {
        signal.addEventListener('abort', () => stopped.push(`${path} at ${clock.now() - started}`))
        await clock.sleep(ms)
        signal.throwIfAborted()
      }
      yield { type: 'finish', reason: 'stop', usage: { inputTokens: 1, outputTokens: 1 } }
    },
  }
}

const started = Date.UTC(2026, 0, 1)
const asking = loopOf('asks', async (ctx) => (await ctx.generate([user('x')])).text)

describe('a model that does not come to its end', () => {
  it('is stopped when the time of the session is up, and what it said is written down', async () => {
    const { runtime, clock } = world()
    const model = slow(clock, 600_000)
    const session = await runtime.start(asking, 'Go.', { model, budget: { activeMs: 300_000 } })
    const end = await clock.runUntil(session.outcome)
    expect(end).toMatchObject({ outcome: 'limit:time', answer: 'Well', usage: { activeMs: 300_000 } })
    expect(model.stopped).toEqual(['generate#1 at 300000'])
    const failed = (await factsOf(runtime, session.id)).find(({ path }) => path === 'generate#1')
    expect(failed).toMatchObject({
      type: 'step.failed',
      data: { error: { code: 'wrap-up', outcome: 'limit:time' }, partial: [{ type: 'text', text: 'Well' }] },
    })
    expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true })
  })

  it('is stopped when the time of a child is up, and the loop around goes on', async () => {
    const { runtime, clock } = world()
    const child = loopOf('child', async (ctx) => {
      try {
        return (await ctx.generate([user('x')])).text
      } catch (error) {
        if (!(error instanceof WrapUp)) throw error
        return { answer: null, outcome: error.outcome }
      }
    })
    const parent = loopOf('parent', async (ctx: LoopContext, task) => {
      const { outcome } = await ctx.runLoop(child, task, { budget: { activeMs: 1_000 } })
      return `${outcome} after ${(await ctx.now()) - started}`
    })
    const session = await runtime.start(parent, 'Go.', { model: slow(clock, 5_000), budget: { activeMs: 9_000 } })
    expect(await clock.runUntil(session.outcome)).toMatchObject({
      answer: 'limit:time after 1000',
      usage: { modelCalls: 1 },
    })
    expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true })
  })

  it('is not stopped before: a time that is over with the reply is none', async () => {
    const { runtime, clock } = world()
    const session = await runtime.start(asking, 'Go.', { model: slow(clock, 900), budget: { activeMs: 1_000 } })
    expect(await clock.runUntil(session.outcome)).toMatchObject({ outcome: 'answered', answer: 'Well' })
  })

  it('fails where that is what is wanted, and goes on where a person is asked for more', async () => {
    const { runtime, clock } = world()
    const model = slow(clock, 5_000)
    const budget = { activeMs: 1_000 }
    const failing = await runtime.start(asking, 'Go.', { model, budget: { ...budget, onExhausted: 'fail' } })
    expect(await clock.runUntil(failing.outcome)).toMatchObject({ outcome: 'failed:budget-exhausted' })
    const patient = await runtime.start(asking, 'Go.', { model, budget: { ...budget, onExhausted: 'ask' } })
    expect(await clock.runUntil(patient.outcome)).toMatchObject({ outcome: 'answered' })
  })

  it('is stopped by the time of a child, though more would be asked for of the session', async () => {
    const { runtime, clock } = world()
    const parent = loopOf('parent', async (ctx: LoopContext, task) => {
      const { outcome } = await ctx.runLoop(asking, task, { budget: { activeMs: 2_000 } })
      return `${outcome} after ${(await ctx.now()) - started}`
    })
    const budget = { activeMs: 1_000, onExhausted: 'ask' } as const
    const session = await runtime.start(parent, 'Go.', { model: slow(clock, 5_000), budget })
    await clock.runUntil(session.idle())
    expect(clock.now() - started).toBe(2_000)
  })

  it('has all of its time again after a pause', async () => {
    const { runtime, clock } = world()
    const loop = loopOf('asks', async (ctx) => {
      await ctx.generate([user('x')])
      return (await ctx.generate([user('y')])).text
    })
    const session = await runtime.start(loop, 'Go.', { model: slow(clock, 900), budget: { activeMs: 2_000 } })
    await turns(2)
    await told(session.pause())
    await clock.advance(900)
    expect(await session.idle()).toBe('paused')
    await clock.advance(20_000)
    await told(session.resume())
    expect(await clock.runUntil(session.outcome)).toMatchObject({ outcome: 'answered', usage: { activeMs: 1_800 } })
  })
})
