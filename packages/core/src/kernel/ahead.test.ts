import { describe, expect, it } from 'vitest'
import { equipment, factsOf, gate, loopOf, stepPaths, told, turns, world } from '../../../../test/support/kernel.ts'
import type { Loop, Model, Session, StartOptions } from '../index.ts'
import { user } from '../messages.ts'
import type { ModelRequest } from '../ports/model.ts'
import { modelOf, says } from '../testing/scripted-model.ts'
import type { LoopContext } from './context.ts'

const guess = async (ctx: LoopContext) => {
  await ctx.generate([user('What is next?')], { label: 'guess', role: 'utility' })
}

/** A loop that thinks while something is guessed beside it. */
const guessing = (more: (giveUp: () => void) => void | Promise<void> = () => {}): Loop =>
  loopOf('use', async (ctx) => {
    const giveUp = ctx.ahead(guess)
    const { text } = await ctx.generate([user('Think.')], { label: 'think' })
    await more(giveUp)
    return text
  })

const asked = ({ messages }: ModelRequest) => JSON.stringify(messages)
const answering = modelOf((request) => says(asked(request).includes('next') ? 'That.' : 'So.'))

async function within(loop: Loop, options: StartOptions = {}) {
  const { runtime } = world()
  const session = await runtime.start(loop, 'Go.', { model: answering, ...options })
  const end = await session.outcome
  return {
    end,
    paths: await stepPaths(runtime, session.id),
    replay: await runtime.replay(session.id),
    runtime,
    session,
  }
}

/** A model that does not come to its end before it is told to. */
function hanging(isMeant: (request: ModelRequest) => boolean) {
  const stopped = gate()
  const model: Model = {
    id: 'test/hanging',
    async *stream(request, { signal }) {
      yield { type: 'text', text: 'Perhaps' }
      if (isMeant(request)) {
        signal.addEventListener('abort', () => stopped.open())
        await stopped.pass()
        signal.throwIfAborted()
      }
      yield { type: 'finish', reason: 'stop', usage: { inputTokens: 1, outputTokens: 1 } }
    },
  }
  return { model, stopped }
}

describe('work ahead', () => {
  it('is a branch of its own, whose steps are recorded and paid for', async () => {
    const { end, paths, replay } = await within(guessing(() => turns(4)))
    expect([end.answer, end.usage.modelCalls]).toEqual(['So.', 2])
    expect([...paths].sort()).toEqual(['ahead#1/guess#1', 'think#1'])
    expect(replay.isEqual).toBe(true)
  })

  it('is not waited for: a loop that ends gives it up, and what came of it is written down', async () => {
    const { model, stopped } = hanging((request) => asked(request).includes('next'))
    const { end, runtime, session, replay } = await within(guessing(), { model })
    await stopped.opened
    expect(end).toMatchObject({ answer: 'Perhaps', outcome: 'answered' })
    const given = (await factsOf(runtime, session.id)).find(({ path }) => path === 'ahead#1/guess#1')
    expect(given).toMatchObject({
      type: 'step.failed',
      data: { error: { code: 'aborted', message: 'Nobody needs it any more.' }, partial: [{ text: 'Perhaps' }] },
    })
    expect(replay.isEqual).toBe(true)
  })

  it('is stopped in the middle of a call when it is given up, and the loop goes on', async () => {
    const { model, stopped } = hanging((request) => asked(request).includes('next'))
    const { end } = await within(
      guessing((giveUp) => {
        giveUp()
        return stopped.opened
      }),
      { model },
    )
    expect(end.outcome).toBe('answered')
  })

  it.each<[string, (session: Session) => Promise<unknown>, string]>([
    ['pausing', (session) => session.pause(), 'paused'],
    ['waiting', () => Promise.resolve(), 'waiting'],
  ])('keeps no session from %s, and is given up then', async (_, intervene, status) => {
    const { model, stopped } = hanging((request) => asked(request).includes('next'))
    const { runtime } = world()
    const loop = loopOf('use', async (ctx) => {
      ctx.ahead(guess)
      await stopped.isReached
      await turns(4)
      await ctx.askHuman('Well?')
      return 'Done.'
    })
    const session = await runtime.start(loop, 'Go.', { model })
    await stopped.isReached
    await intervene(session)
    expect(await session.idle()).toBe(status)
    await stopped.opened
    const given = (await factsOf(runtime, session.id)).find(({ path }) => path === 'ahead#1/guess#1')
    expect(given).toMatchObject({ type: 'step.failed', data: { error: { code: 'aborted' } } })
  })

  it('may fail without anybody noticing', async () => {
    const loop = loopOf('use', async (ctx) => {
      ctx.ahead(() => Promise.reject(new Error('no')))
      ctx.ahead(() => {
        throw new Error('no')
      })
      return 'Done.'
    })
    expect((await within(loop)).end.answer).toBe('Done.')
  })

  it.each<[string, StartOptions['budget']]>([
    ['calls', { modelCalls: 9 }],
    ['tokens', { tokens: 9000 }],
    ['cost', { costUsd: 1 }],
  ])('is not done where %s are limited: they are for the loop', async (_, budget) => {
    const model = { ...answering, price: { input: 1, output: 1 } }
    const { paths } = await within(guessing(), { model, budget: budget ?? {} })
    expect(paths).toEqual(['think#1'])
  })

  it('is not done in a child of which calls are limited', async () => {
    const parent = loopOf('parent', async (ctx, task) => {
      return (await ctx.runLoop(guessing(), task, { budget: { modelCalls: 5 } })).answer
    })
    expect((await within(parent)).paths).toEqual(['runLoop#1/use/think#1', 'runLoop#1'])
  })

  it('makes no step while somebody wants something', async () => {
    const { runtime } = world()
    const held = gate()
    const loop = loopOf('use', async (ctx) => {
      await held.pass()
      ctx.ahead(guess)
      return (await ctx.generate([user('Think.')], { label: 'think' })).text
    })
    const session = await runtime.start(loop, 'Go.', { model: answering })
    await held.isReached
    await told(session.steer('Do something else.'))
    held.open()
    await session.outcome
    expect(await stepPaths(runtime, session.id)).toEqual(['think#1'])
  })

  it('makes none over the records of an earlier process, and what was recorded stays', async () => {
    const { runtime, afterCrash } = world()
    const held = gate()
    const loop = guessing(() => held.pass())
    const session = await runtime.start(loop, 'Go.', { model: answering })
    await held.isReached
    const requests = answering.requests.length
    const next = afterCrash(equipment(guessing(), answering))
    const resumed = await next.resume(session.id)
    expect([(await resumed.outcome).answer, answering.requests.length - requests]).toEqual(['So.', 0])
    expect(await next.replay(session.id)).toMatchObject({ isEqual: true })
  })
})
