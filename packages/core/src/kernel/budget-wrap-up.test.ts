import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  equipment,
  factsOfType,
  gate,
  loopOf,
  search,
  stepPaths,
  textsOf,
  told,
  turns,
  world,
} from '../../../../test/support/kernel.ts'
import type { StartOptions } from '../index.ts'
import { direct } from '../loops/direct.ts'
import { react } from '../loops/react.ts'
import { user } from '../messages.ts'
import { fails, modelOf, says, scriptedModel } from '../testing/scripted-model.ts'
import { defineTool } from '../tools/tool.ts'
import type { Loop } from './loop.ts'
import { WrapUp } from './wrap-up.ts'

const endless = loopOf('endless', async (ctx) => {
  for (;;) await ctx.generate([user('x')])
})

/** A model that says where it was asked. */
const echo = () => modelOf((_, { path }) => says(path))

async function run(loop: Loop, budget: NonNullable<StartOptions['budget']>, model = echo()) {
  const { runtime } = world()
  const session = await runtime.start(loop, 'Go.', { model, budget })
  const end = await session.outcome
  return { runtime, model, session, end, paths: await stepPaths(runtime, session.id) }
}

describe('a session that runs out', () => {
  it('is answered by one call to the author', async () => {
    const { end, paths } = await run(endless, { modelCalls: 3 })
    expect(end).toMatchObject({ outcome: 'limit:calls', status: 'completed', answer: 'wrap-up#1' })
    expect(paths).toEqual(['generate#1', 'generate#2', 'generate#3', 'wrap-up#1'])
    expect(end.usage.modelCalls).toBe(3)
  })

  it('is told at the path of the step that did not fit', async () => {
    const { runtime, session } = await run(endless, { modelCalls: 3 })
    expect(await factsOfType(runtime, session.id, 'step.failed')).toMatchObject([
      { path: 'generate#3', data: { error: { code: 'wrap-up', outcome: 'limit:calls' } } },
    ])
  })

  it('may close by itself from what is kept back', async () => {
    const closing = loopOf('closing', async (ctx) => {
      try {
        for (;;) await ctx.generate([user('x')])
      } catch (error) {
        if (!(error instanceof WrapUp)) throw error
        return `Report: ${(await ctx.generate([user('report')])).text}`
      }
    })
    const { end, paths } = await run(closing, { modelCalls: 3 })
    expect(end).toMatchObject({ outcome: 'limit:calls', answer: 'Report: generate#4', usage: { modelCalls: 3 } })
    expect(paths).not.toContain('wrap-up#1')
  })

  it('that swallows the message and goes on asking is ended with the last it was told', async () => {
    const stubborn = loopOf('stubborn', async (ctx) => {
      for (;;) {
        try {
          await ctx.generate([user('x')])
        } catch {
          // Once more.
        }
      }
    })
    const { runtime, session, end } = await run(stubborn, { modelCalls: 3 })
    expect(end).toMatchObject({ outcome: 'limit:calls', answer: 'generate#4', usage: { modelCalls: 3 } })
    expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true })
  })

  it('that swallows the message in every branch is ended too', async () => {
    const stubborn = loopOf('stubborn', async (ctx) => {
      await ctx.map(['a', 'b'], async (_, branch) => {
        for (;;) {
          try {
            await branch.generate([user('x')])
          } catch {
            // Once more.
          }
        }
      })
      return 'never'
    })
    const { runtime, session, end } = await run(stubborn, { modelCalls: 5 })
    expect(end).toMatchObject({ outcome: 'limit:calls', answer: expect.any(String), usage: { modelCalls: 5 } })
    expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true })
  })

  it('keeps an answer that its loop gives without asking anybody', async () => {
    const modest = loopOf('modest', async (ctx) => {
      try {
        for (;;) await ctx.generate([user('x')])
      } catch {
        return 'Enough.'
      }
    })
    const { end } = await run(modest, { modelCalls: 3 })
    expect(end).toMatchObject({ outcome: 'limit:calls', answer: 'Enough.', usage: { modelCalls: 2 } })
  })

  it('in a map ends all branches and is answered once, from the root', async () => {
    const fan = loopOf('fan', async (ctx) => {
      await ctx.generate([user('root')])
      await ctx.map(['a', 'b', 'c'], async (item, branch) => {
        for (;;) await branch.generate([user(item)])
      })
      return 'never'
    })
    const { end, model, paths } = await run(fan, { modelCalls: 6 })
    expect(end).toMatchObject({ outcome: 'limit:calls', answer: 'wrap-up#1', usage: { modelCalls: 6 } })
    expect(paths.filter((path) => path.startsWith('wrap-up'))).toEqual(['wrap-up#1'])
    expect(textsOf(model.requests.at(-1))[0]).toBe('root')
  })

  it('has the best answer so far when the last call fails', async () => {
    const proposing = loopOf('proposing', async (ctx) => {
      ctx.propose('Perhaps 42.')
      for (;;) await ctx.generate([user('x')])
    })
    const { end } = await run(proposing, { modelCalls: 2 }, scriptedModel(says('x'), fails(new Error('down'))))
    expect(end).toMatchObject({ outcome: 'limit:calls', answer: 'Perhaps 42.' })
  })

  it('asks for no longer an answer than there are tokens left', async () => {
    const model = modelOf(() => says('x', { inputTokens: 10, outputTokens: 100 }))
    const { end } = await run(endless, { outputTokens: 1_000 }, model)
    expect(end.outcome).toBe('limit:tokens')
    expect(model.requests.at(-1)?.maxOutputTokens).toBe(100)
  })

  it('is told itself when a call of one of its tools did not fit', async () => {
    const { runtime } = world()
    const sum = defineTool({
      name: 'sum',
      description: 'Sums up.',
      input: z.object({}),
      run: async (_, { generate }) => {
        const { text } = await generate([user('x')]).catch(() => ({ text: 'I could not.' }))
        return text
      },
    })
    const summing = loopOf('summing', async (ctx) => {
      for (let id = 1; ; id++) await ctx.callTools([{ type: 'tool-call', id: `${id}`, tool: 'sum', input: {} }])
    })
    const session = await runtime.start(summing, 'Go.', { model: echo(), tools: [sum], budget: { modelCalls: 1 } })
    expect(await session.outcome).toMatchObject({
      outcome: 'limit:calls',
      answer: 'wrap-up#1',
      usage: { toolCalls: 1 },
    })
    expect((await stepPaths(runtime, session.id)).slice(-2)).toEqual(['callTools#2[0]', 'wrap-up#1'])
    expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true })
  })

  it('ends though one of its tools goes on asking', async () => {
    const { runtime } = world()
    const stubborn = defineTool({
      name: 'stubborn',
      description: 'Asks again and again.',
      input: z.object({}),
      run: async (_, { generate }) => {
        for (;;) await generate([user('x')]).catch(() => {})
      },
    })
    const using = loopOf('using', async (ctx) => {
      await ctx.callTools([{ type: 'tool-call', id: '1', tool: 'stubborn', input: {} }])
      return 'never'
    })
    const session = await runtime.start(using, 'Go.', { model: echo(), tools: [stubborn], budget: { modelCalls: 3 } })
    expect(await session.outcome).toMatchObject({
      outcome: 'limit:calls',
      answer: 'wrap-up#1',
      usage: { modelCalls: 3 },
    })
  })

  it('replays as it ran', async () => {
    const { runtime, session } = await run(endless, { modelCalls: 3 })
    expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true, drift: [] })
  })
})

describe('a session that runs out with a schema for its answer', () => {
  const task = { goal: 'How many?', output: z.object({ count: z.number() }) }

  it('is told that shape with its last call, and answers in it', async () => {
    const { runtime } = world()
    const model = scriptedModel(says('x'), says('{"count":3}'))
    const session = await runtime.start(endless, task, { model, budget: { modelCalls: 2 } })
    expect(await session.outcome).toMatchObject({ outcome: 'limit:calls', answer: { count: 3 } })
    expect(textsOf(model.requests[1]).at(-1)).toContain('"required":["count"]')
  })

  it('answers in that shape when it speaks the text protocol, too', async () => {
    const { runtime } = world()
    const act = says('Thought: look\nAction: search\nAction Input: {"query":"x"}')
    const model = scriptedModel(act, says('{"count":3}'))
    const options = { model, tools: [search], config: { protocol: 'text' }, budget: { modelCalls: 2 } }
    const session = await runtime.start(react, task, options)
    expect(await session.outcome).toMatchObject({ outcome: 'limit:calls', answer: { count: 3 } })
  })

  it('keeps its answer as it is when nothing is left to convert it with', async () => {
    const { runtime } = world()
    const model = scriptedModel(says('x'), says('About three.'))
    const session = await runtime.start(endless, task, { model, budget: { modelCalls: 2 } })
    expect(await session.outcome).toMatchObject({ outcome: 'limit:calls', answer: 'About three.' })
    expect(model.requests).toHaveLength(2)
  })

  it('converts an answer from what is kept back', async () => {
    const { runtime } = world()
    const model = scriptedModel(says('About three.'), says('{"count":3}'))
    const session = await runtime.start(direct, task, { model, budget: { modelCalls: 2 } })
    expect(await session.outcome).toMatchObject({ answer: { count: 3 } })
  })
})

describe('a child loop with a budget of its own', () => {
  it('ends with its limit, and its parent goes on', async () => {
    const parent = loopOf('parent', async (ctx) => {
      const { outcome, answer } = await ctx.runLoop(endless, 'x', { budget: { modelCalls: 3 } })
      return { answer: [outcome, answer, (await ctx.generate([user('y')])).text] }
    })
    const { end } = await run(parent, {})
    expect(end.outcome).toBe('answered')
    expect(end.answer).toEqual(['limit:calls', 'runLoop#1/endless/wrap-up#1', 'generate#1'])
    expect(end.usage.modelCalls).toBe(4)
  })

  it('ends with its parent when that runs out first', async () => {
    const parent = loopOf('parent', async (ctx) => {
      await ctx.runLoop(endless, 'x', { budget: { modelCalls: 30 } })
      return 'never'
    })
    const { end, paths } = await run(parent, { modelCalls: 3 })
    expect(end).toMatchObject({ outcome: 'limit:calls', answer: 'wrap-up#1', usage: { modelCalls: 3 } })
    expect(paths).not.toContain('runLoop#1/endless/wrap-up#1')
  })

  it('takes nothing that its parent keeps back', async () => {
    const parent = loopOf('parent', async (ctx) => {
      await ctx.runLoop(endless, 'x', { budget: { modelCalls: 3 } })
      return (await ctx.generate([user('y')])).text
    })
    const { end } = await run(parent, { modelCalls: 3 })
    expect(end).toMatchObject({ outcome: 'limit:calls', answer: 'wrap-up#1', usage: { modelCalls: 3 } })
  })

  it('runs out in one branch and not in the others', async () => {
    const parent = loopOf('parent', async (ctx) =>
      ctx.map([2, 3], async (modelCalls, branch) => {
        const { outcome, answer } = await branch.runLoop(endless, 'x', { budget: { modelCalls } })
        return [outcome, answer]
      }),
    )
    const { end } = await run(parent, {})
    expect(end.answer).toEqual([
      ['limit:calls', 'map#1[0]/runLoop#1/endless/wrap-up#1'],
      ['limit:calls', 'map#1[1]/runLoop#1/endless/wrap-up#1'],
    ])
    expect(end.usage.modelCalls).toBe(5)
  })

  it('may be told twice: by its own budget, and by its parent', async () => {
    const child = loopOf('child', async (ctx) => {
      const told: string[] = []
      for (let turn = 0; turn < 5; turn++) {
        try {
          await ctx.generate([user('x')])
        } catch (error) {
          told.push((error as WrapUp).outcome)
        }
      }
      return told
    })
    const parent = loopOf(
      'parent',
      async (ctx) => (await ctx.runLoop(child, 'x', { budget: { modelCalls: 2 } })).answer,
    )
    const { end } = await run(parent, { modelCalls: 2 })
    expect(end).toMatchObject({ outcome: 'limit:calls', usage: { modelCalls: 2 } })
    expect(end.answer).toEqual(['limit:calls', 'limit:calls', 'limit:calls'])
  })
})

describe('a child loop without a budget of its own', () => {
  it('spends what its parent has', async () => {
    const parent = loopOf('parent', async (ctx) => {
      await ctx.runLoop(endless, 'x')
      return 'never'
    })
    const { end } = await run(parent, { modelCalls: 3 })
    expect(end).toMatchObject({ outcome: 'limit:calls', answer: 'wrap-up#1', usage: { modelCalls: 3 } })
  })
})

describe('a session that asks when it runs out', () => {
  const asked = { path: 'generate#2/budget#1', kind: 'budget', data: { resource: 'modelCalls' } }

  it('goes on with what a person grants', async () => {
    const { runtime } = world()
    const model = echo()
    const session = await runtime.start(endless, 'Go.', { model, budget: { modelCalls: 2, onExhausted: 'ask' } })
    expect(await session.idle()).toBe('waiting')
    expect([...(await runtime.read(session.id)).view.questions.values()]).toMatchObject([asked])
    await told(session.answer('2'))
    expect(await session.idle()).toBe('waiting')
    expect(model.requests).toHaveLength(3)
    await session.answer('finish')
    expect(await session.outcome).toMatchObject({
      outcome: 'limit:calls',
      answer: 'wrap-up#1',
      usage: { modelCalls: 4 },
    })
  })

  it('keeps what was granted after a restart', async () => {
    const { runtime, afterCrash } = world()
    const held = gate()
    const first = modelOf(async (_, { path }) => {
      if (path === 'generate#2') await held.pass()
      return says(path)
    })
    const budget = { modelCalls: 2, onExhausted: 'ask' } as const
    const session = await runtime.start(endless, 'Go.', { model: first, budget })
    await session.idle()
    await told(session.answer('2'))
    await held.isReached
    const second = echo()
    const later = afterCrash(equipment(endless, second))
    const resumed = await later.resume(session.id)
    expect(await resumed.idle()).toBe('waiting')
    expect(second.requests).toHaveLength(2)
  })

  it('asks once for all branches of a map', async () => {
    const { runtime } = world()
    const fan = loopOf('fan', async (ctx) =>
      ctx.map(['a', 'b', 'c'], async (item, branch) => (await branch.generate([user(item)])).text),
    )
    const session = await runtime.start(fan, 'Go.', { model: echo(), budget: { modelCalls: 1, onExhausted: 'ask' } })
    expect(await session.idle()).toBe('waiting')
    expect((await runtime.read(session.id)).view.questions.size).toBe(1)
    await session.answer('3')
    expect(await session.outcome).toMatchObject({ outcome: 'answered', usage: { modelCalls: 3 } })
  })

  it('is refused an answer that is no number, and still asks', async () => {
    const { runtime } = world()
    const session = await runtime.start(endless, 'Go.', {
      model: echo(),
      budget: { modelCalls: 2, onExhausted: 'ask' },
    })
    await session.idle()
    await told(session.answer('a few'))
    await turns()
    expect(await session.idle()).toBe('waiting')
    expect((await runtime.read(session.id)).view.questions.size).toBe(1)
  })
})

describe('a session that fails when it runs out', () => {
  it('ends with what is spent, and keeps the best answer so far', async () => {
    const proposing = loopOf('proposing', async (ctx) => {
      ctx.propose('Perhaps 42.')
      for (;;) await ctx.generate([user('x')])
    })
    const { end, paths } = await run(proposing, { modelCalls: 2, onExhausted: 'fail' })
    expect(end).toMatchObject({ outcome: 'failed:budget-exhausted', status: 'failed', answer: 'Perhaps 42.' })
    expect(end.error).toMatchObject({ code: 'budget-exhausted' })
    expect(paths).not.toContain('wrap-up#1')
  })

  it('has nothing kept back', async () => {
    const { end } = await run(endless, { modelCalls: 2, onExhausted: 'fail' })
    expect(end.usage.modelCalls).toBe(2)
  })
})
