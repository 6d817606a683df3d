/** Whatever a loop makes of it that it is told to wrap up: what was kept back is for an answer. */
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { equipment, gate, loopOf, stepPaths, told, world } from '../../../../test/support/kernel.ts'
import { user } from '../messages.ts'
import { modelOf, says } from '../testing/scripted-model.ts'
import { defineTool } from '../tools/tool.ts'
import type { LoopContext } from './context.ts'
import type { Loop, LoopResult } from './loop.ts'

const echo = () => modelOf((_, { path }) => says(path))

/** Asks until it is told to wrap up, and then does this. */
function thatThen(afterwards: (ctx: LoopContext) => unknown): Loop {
  return loopOf('told', async (ctx) => {
    try {
      for (;;) await ctx.generate([user('x')])
    } catch {
      return (await afterwards(ctx)) as LoopResult
    }
  })
}

function throwsItsOwn(): never {
  throw new Error('mine')
}

/** Four equal calls in a row: the guard against duplicates ends the loop. */
async function getsStuck(ctx: LoopContext): Promise<void> {
  for (let turn = 1; ; turn++) await ctx.callTools([{ type: 'tool-call', id: `${turn}`, tool: 'search', input: {} }])
}

async function run(loop: Loop, budget = { modelCalls: 3 }) {
  const { runtime } = world()
  const session = await runtime.start(loop, 'Go.', { model: echo(), budget })
  const end = await session.outcome
  expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true, error: null })
  return { end, paths: await stepPaths(runtime, session.id) }
}

const answered = { outcome: 'limit:calls', answer: 'wrap-up#1', error: null, usage: { modelCalls: 3 } }

describe('a loop that is told to wrap up', () => {
  it.each<[what: string, afterwards: (ctx: LoopContext) => unknown]>([
    ['throws an error of its own', throwsItsOwn],
    ['returns nothing', () => undefined],
    ['returns null', () => null],
    ['returns an empty text', () => ''],
    ['returns an answer that is none', () => ({ answer: null, details: 'tired' })],
    ['gets stuck', getsStuck],
  ])('and %s is answered from what was kept back', async (_, afterwards) => {
    expect((await run(thatThen(afterwards))).end).toMatchObject(answered)
  })

  it('and returns nothing has the best answer so far when it proposed one and cannot be asked', async () => {
    const loop = thatThen(async (ctx) => {
      ctx.propose('Perhaps 42.')
      await ctx.generate([user('one more')])
    })
    const { end } = await run(loop)
    expect(end).toMatchObject({ outcome: 'limit:calls', answer: 'Perhaps 42.', usage: { modelCalls: 3 } })
  })

  it('and returns null after a proposal keeps that, and asks nobody', async () => {
    const loop = thatThen((ctx) => {
      ctx.propose('Perhaps 42.')
      return null
    })
    const { end } = await run(loop)
    expect(end).toMatchObject({ outcome: 'limit:calls', answer: 'Perhaps 42.', usage: { modelCalls: 2 } })
  })

  it('and names another outcome has judged for itself', async () => {
    const loop = thatThen(() => ({ answer: null, outcome: 'stuck:tired' }))
    expect((await run(loop)).end).toMatchObject({ outcome: 'stuck:tired', answer: null, usage: { modelCalls: 2 } })
  })

  it('in a branch that throws an error of its own is answered, too', async () => {
    const loop = loopOf('fan', async (ctx) =>
      ctx.map(['a', 'b'], async (item, branch) => {
        for (;;) await branch.generate([user(item)]).catch(throwsItsOwn)
      }),
    )
    expect((await run(loop)).end).toMatchObject(answered)
  })

  it('by a person, and fails then, is answered', async () => {
    const { runtime } = world()
    const held = gate()
    const model = modelOf(async (_, { path }) => {
      if (path === 'generate#2') await held.pass()
      return says(path)
    })
    const session = await runtime.start(thatThen(throwsItsOwn), 'Go.', { model })
    await held.isReached
    await told(session.finish())
    held.open()
    expect(await session.outcome).toMatchObject({ outcome: 'answered', answer: 'wrap-up#1' })
  })
})

describe('a loop that fails before anybody is told', () => {
  it('has failed', async () => {
    const loop = loopOf('broken', async (ctx) => {
      await ctx.generate([user('x')])
      return throwsItsOwn()
    })
    const { end, paths } = await run(loop)
    expect(end).toMatchObject({ outcome: 'failed:loop-failed', answer: null, error: { message: 'mine' } })
    expect(paths).toEqual(['generate#1'])
  })

  it('has failed, though a tool was told: the loop itself would have been with its next step', async () => {
    const sum = defineTool({
      name: 'sum',
      description: 'Sums up.',
      input: z.object({}),
      run: (_, { generate }) => generate([user('x')]).then(({ text }) => text),
    })
    const loop = loopOf('broken', async (ctx) => {
      await ctx.callTools([{ type: 'tool-call', id: '1', tool: 'sum', input: {} }])
      return throwsItsOwn()
    })
    const { runtime } = world()
    const session = await runtime.start(loop, 'Go.', { model: echo(), tools: [sum], budget: { modelCalls: 1 } })
    expect(await session.outcome).toMatchObject({ outcome: 'failed:loop-failed' })
    expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true })
  })
})

describe('a child loop that is told to wrap up, and fails then', () => {
  it('is answered from its own reserve, and its parent goes on', async () => {
    const parent = loopOf('parent', async (ctx) => {
      const { outcome, answer } = await ctx.runLoop(thatThen(throwsItsOwn), 'x', { budget: { modelCalls: 2 } })
      return [outcome, answer, (await ctx.generate([user('y')])).text]
    })
    const { end } = await run(parent, { modelCalls: 9 })
    expect(end).toMatchObject({ outcome: 'answered', usage: { modelCalls: 3 } })
    expect(end.answer).toEqual(['limit:calls', 'runLoop#1/told/wrap-up#1', 'generate#1'])
  })

  const parent = loopOf('parent', async (ctx) => {
    await ctx.runLoop(thatThen(throwsItsOwn), 'x')
    return 'never'
  })

  it('fails its parent when the budget is its parent’s, which is answered', async () => {
    expect((await run(parent)).end).toMatchObject(answered)
  })

  it('fails its parent in the same way after a crash', async () => {
    const { runtime, afterCrash } = world()
    const held = gate()
    const model = modelOf(async (_, { path }) => {
      if (path === 'wrap-up#1') await held.pass()
      return says(path)
    })
    const session = await runtime.start(parent, 'Go.', { model, budget: { modelCalls: 3 } })
    await held.isReached
    const later = afterCrash(equipment(parent, echo()))
    expect(await (await later.resume(session.id)).outcome).toMatchObject(answered)
  })
})
