import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  behind,
  equipment,
  factsOfType,
  gate,
  loopOf,
  search,
  stepPaths,
  textsOf,
  world,
} from '../../../../test/support/kernel.ts'
import { direct } from '../loops/direct.ts'
import { react } from '../loops/react.ts'
import { user } from '../messages.ts'
import { calls, fails, modelOf, says, scriptedModel } from '../testing/scripted-model.ts'
import type { RunLoopOptions } from './context.ts'
import { defineLoop, type Loop } from './loop.ts'

describe('runLoop', () => {
  it('gives the end of the child, whose steps have paths of their own', async () => {
    const { runtime } = world()
    const parent = loopOf('parent', async (ctx) => ({ answer: await ctx.runLoop(react, 'Look.') }))
    const model = scriptedModel(calls('search', { query: 'x' }), says('There.'))
    const session = await runtime.start(parent, 'Go.', { model, tools: [search] })
    expect((await session.outcome).answer).toEqual({
      answer: 'There.',
      outcome: 'answered',
      gap: null,
      details: { stop: 'answered', turns: 2 },
    })
    expect(await stepPaths(runtime, session.id)).toEqual([
      'runLoop#1/react/think#1',
      'runLoop#1/react/act#1[0]',
      'runLoop#1/react/think#2',
      'runLoop#1',
    ])
  })

  it('is named by its label', async () => {
    const { runtime } = world()
    const parent = loopOf('parent', async (ctx) => {
      await ctx.runLoop(direct, 'One.', { label: 'episode' })
      return (await ctx.runLoop(direct, 'Two.', { label: 'episode' })).answer
    })
    const session = await runtime.start(parent, 'Go.', { model: modelOf((_, { path }) => says(path)) })
    expect((await session.outcome).answer).toBe('episode#2/direct/answer#1')
  })

  it('gives the child the models, tools and instructions of its parent', async () => {
    const { runtime } = world()
    const parent = loopOf('parent', async (ctx) => (await ctx.runLoop(react, 'Look.')).answer)
    const model = scriptedModel(says('x'))
    await (await runtime.start(parent, 'Go.', { model, tools: [search], instructions: 'Be brief.' })).outcome
    expect(model.requests[0]?.tools?.map(({ name }) => name)).toEqual(['search'])
    expect(textsOf(model.requests[0])).toContain('Be brief.')
  })

  it('gives the child what it is given instead', async () => {
    const { runtime } = world()
    const other = scriptedModel(says('x'))
    const parent = loopOf('parent', async (ctx) => {
      const options = { models: { author: other }, tools: [search], instructions: 'Be long.' }
      return (await ctx.runLoop(react, 'Look.', options)).answer
    })
    await (await runtime.start(parent, 'Go.', { model: scriptedModel(), instructions: 'Be brief.' })).outcome
    expect(other.requests[0]?.tools?.map(({ name }) => name)).toEqual(['search'])
    expect(textsOf(other.requests[0])).toContain('Be long.')
    expect(textsOf(other.requests[0])).not.toContain('Be brief.')
  })

  it('reads the config of the child with its defaults', async () => {
    const { runtime } = world()
    const seen: unknown[] = []
    const config = z.strictObject({ depth: z.int().default(3), name: z.string() })
    const child = defineLoop({
      ...loopOf('child', async () => null),
      config,
      run: async (_, __, given) => {
        seen.push(given)
        return 'x'
      },
    })
    const parent = loopOf('parent', async (ctx) => (await ctx.runLoop(child, 'x', { config: { name: 'n' } })).answer)
    await (await runtime.start(parent, 'Go.', { model: modelOf(() => says('x')) })).outcome
    expect(seen).toEqual([{ depth: 3, name: 'n' }])
  })

  it('refuses a config that does not fit, and names the field', async () => {
    const { runtime } = world()
    const parent = loopOf(
      'parent',
      async (ctx) => (await ctx.runLoop(react, 'x', { config: { maxIterations: 0 } })).answer,
    )
    const session = await runtime.start(parent, 'Go.', { model: modelOf(() => says('x')) })
    expect(await session.outcome).toMatchObject({
      outcome: 'failed:config-invalid',
      error: { message: expect.stringContaining('maxIterations') },
    })
  })

  it.each<[what: string, options: RunLoopOptions<never>, code: string, field: string]>([
    ['a limit nobody knows', { budget: { modelCals: 0 } as never }, 'budget-invalid', 'modelCals'],
    ['a limit below zero', { budget: { tokens: -1 } }, 'budget-invalid', 'tokens'],
    ['a limit in USD without a price', { budget: { costUsd: 1 } }, 'price-unknown', 'test/rule'],
  ])('refuses %s before the child begins', async (_, options, code, field) => {
    const { runtime } = world()
    const model = modelOf(() => says('x'))
    const parent = loopOf('parent', async (ctx) => (await ctx.runLoop(direct, 'x', options)).answer)
    const session = await runtime.start(parent, 'Go.', { model })
    expect(await session.outcome).toMatchObject({
      outcome: `failed:${code}`,
      error: { message: expect.stringContaining(field) },
    })
    expect(model.requests).toEqual([])
  })

  it('refuses a model without a price in a session that limits the cost', async () => {
    const { runtime } = world()
    const other = modelOf(() => says('x'))
    const model = modelOf(() => says('x'), { price: { input: 1, output: 1 } })
    const parent = loopOf(
      'parent',
      async (ctx) => (await ctx.runLoop(direct, 'x', { models: { author: other } })).answer,
    )
    const session = await runtime.start(parent, 'Go.', { model, budget: { costUsd: 1 } })
    expect(await session.outcome).toMatchObject({ outcome: 'failed:price-unknown' })
    expect(other.requests).toEqual([])
  })

  it('throws what the child throws, so that the parent may go on', async () => {
    const { runtime } = world()
    const parent = loopOf('parent', async (ctx) => {
      try {
        await ctx.runLoop(direct, 'x')
      } catch (error) {
        return `Caught: ${(error as Error).message}`
      }
      return 'never'
    })
    const session = await runtime.start(parent, 'Go.', { model: scriptedModel(fails(new Error('down'))) })
    expect(await session.outcome).toMatchObject({ outcome: 'answered', answer: 'Caught: down' })
    expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true })
  })

  it('keeps the proposals of a child to itself', async () => {
    const { runtime } = world()
    const child = loopOf('child', async (ctx) => {
      ctx.propose('from the child')
      return 'x'
    })
    const parent = loopOf('parent', async (ctx) => {
      await ctx.runLoop(child, 'x')
      throw new Error('broken')
    })
    const session = await runtime.start(parent, 'Go.', { model: modelOf(() => says('x')) })
    expect(await session.outcome).toMatchObject({ outcome: 'failed:loop-failed', answer: null })
  })

  it('is not run again once it is recorded', async () => {
    const { runtime, afterCrash } = world()
    const held = gate()
    let ran = 0
    const child = loopOf('child', async (ctx) => {
      ran += 1
      return (await ctx.generate([user('x')])).text
    })
    const parent = loopOf('parent', async (ctx) => {
      const { answer } = await ctx.runLoop(child, 'x')
      await ctx.generate([user('y')])
      return answer
    })
    const model = scriptedModel(says('from the first'), behind(held, says('never')))
    const session = await runtime.start(parent, 'Go.', { model })
    await held.isReached
    const end = await (
      await afterCrash(
        equipment(
          parent,
          modelOf(() => says('y')),
        ),
      ).resume(session.id)
    ).outcome
    expect([end.answer, ran]).toEqual(['from the first', 1])
  })
})

describe('a task with a schema for its answer', () => {
  const task = { goal: 'How many?', output: z.object({ count: z.number() }) }

  it('takes an answer that fits as it is', async () => {
    const { runtime } = world()
    const model = scriptedModel(says('```json\n{"count": 3}\n```'))
    expect(await (await runtime.start(direct, task, { model })).outcome).toMatchObject({ answer: { count: 3 } })
    expect(model.requests).toHaveLength(1)
  })

  it('has any other answer converted by one step', async () => {
    const { runtime } = world()
    const model = scriptedModel(says('There are three.'), says('{"count":3}'))
    const session = await runtime.start(direct, task, { model })
    expect(await session.outcome).toMatchObject({ outcome: 'answered', answer: { count: 3 } })
    expect(await stepPaths(runtime, session.id)).toEqual(['answer#1', 'output#1'])
    expect(textsOf(model.requests[1])[1]).toContain('There are three.')
  })

  it('keeps the answer as it was when it cannot be converted', async () => {
    const { runtime } = world()
    const model = scriptedModel(says('There are three.'), says('three'), says('three'), says('three'))
    const session = await runtime.start(direct, task, { model })
    expect(await session.outcome).toMatchObject({ outcome: 'failed:output-invalid', answer: 'There are three.' })
  })

  it('holds for a child loop as well', async () => {
    const { runtime } = world()
    const child = { goal: 'How many?', messages: [], files: [], output: z.toJSONSchema(task.output) as never }
    const parent = loopOf('parent', async (ctx) => (await ctx.runLoop(direct, child)).answer)
    const model = scriptedModel(says('three'), says('{"count":3}'))
    const session = await runtime.start(parent, 'Go.', { model })
    expect((await session.outcome).answer).toEqual({ count: 3 })
    expect(await factsOfType(runtime, session.id, 'step.finished')).toMatchObject([
      { path: 'runLoop#1/direct/answer#1' },
      { path: 'runLoop#1/direct/output#1' },
      { path: 'runLoop#1' },
    ])
  })
})

describe('defineLoop', () => {
  it.each(['Plan', 'plan_execute', 'a/b', '1st', ''])(
    'refuses the name `%s`, which cannot be part of a path',
    (name) => {
      expect(() => loopOf(name, async () => null)).toThrow(expect.objectContaining({ code: 'label-invalid' }))
    },
  )
})

describe('runLoop by name', () => {
  const saying = (text: string, name = 'child') => loopOf(name, async () => text)
  const model = modelOf(() => says('x'))
  const naming = (uses: readonly Loop[] = []) =>
    defineLoop({ name: 'parent', uses, run: async (ctx) => (await ctx.runLoop('child', 'x')).answer })

  it('runs the loop that the runtime knows by it', async () => {
    const { runtime } = world({ loops: [saying('registered')] })
    const session = await runtime.start(naming(), 'Go.', { model })
    expect((await session.outcome).answer).toBe('registered')
    expect(await stepPaths(runtime, session.id)).toEqual(['runLoop#1'])
  })

  it('runs the one that its parent brings along where the runtime knows none', async () => {
    const session = await world().runtime.start(naming([saying('brought')]), 'Go.', { model })
    expect((await session.outcome).answer).toBe('brought')
  })

  it('takes the one of the runtime before that', async () => {
    const { runtime } = world({ loops: [saying('registered')] })
    const session = await runtime.start(naming([saying('brought')]), 'Go.', { model })
    expect((await session.outcome).answer).toBe('registered')
  })

  it('fails with `loop-unknown` and the nearest name where there is none', async () => {
    const { runtime } = world({ loops: [saying('x', 'childs')] })
    const session = await runtime.start(naming(), 'Go.', { model })
    expect(await session.outcome).toMatchObject({
      outcome: 'failed:loop-unknown',
      error: { message: 'There is no loop `child`: did you mean `childs`?' },
    })
  })

  it('is given the config that is checked as that of any other', async () => {
    const parent = loopOf(
      'parent',
      async (ctx) => (await ctx.runLoop('react', 'x', { config: { maxIteration: 1 } as never })).answer,
    )
    const session = await world({ loops: [react as never] }).runtime.start(parent, 'Go.', { model })
    expect(await session.outcome).toMatchObject({
      outcome: 'failed:config-invalid',
      error: { message: 'Config of `react`: maxIteration: unknown key; did you mean `maxIterations`?' },
    })
  })

  it('replays as it ran', async () => {
    const { runtime } = world({ loops: [direct as never] })
    const parent = loopOf('parent', async (ctx) => (await ctx.runLoop('direct', 'x')).answer)
    const session = await runtime.start(parent, 'Go.', { model })
    await session.outcome
    expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true, drift: [] })
  })

  it('does not take what another loop came to for its own after a crash', async () => {
    const held = gate()
    const choosing = (name: string) =>
      defineLoop({
        name: 'parent',
        run: async (ctx) => {
          const { answer } = await ctx.runLoop(name, 'x')
          await ctx.generate([user('y')])
          return answer
        },
      })
    const loops = [saying('one', 'one'), saying('two', 'two')]
    const { runtime, afterCrash } = world({ loops })
    const session = await runtime.start(choosing('one'), 'Go.', { model: scriptedModel(behind(held, says('never'))) })
    await held.isReached
    const later = afterCrash({ loops: [...loops, choosing('two')], models: () => model })
    await expect((await later.resume(session.id)).outcome).rejects.toMatchObject({
      code: 'journal-mismatch',
      message: 'Step `runLoop#1` was the loop `one` and is now `two`.',
    })
    const fixed = afterCrash({ loops: [...loops, choosing('one')], models: () => model })
    expect(await (await fixed.resume(session.id)).outcome).toMatchObject({ outcome: 'answered', answer: 'one' })
  })

  it('may be another loop in a fork, which keeps what the first came to', async () => {
    const parent = defineLoop({
      name: 'parent',
      config: z.strictObject({ child: z.string() }),
      run: async (ctx, _, { child }) => [
        (await ctx.runLoop(child, 'x')).answer,
        (await ctx.generate([user('y')])).text,
        (await ctx.runLoop(child, 'z')).answer,
      ],
    })
    const { runtime } = world({ loops: [saying('one', 'one'), saying('two', 'two')] })
    const session = await runtime.start(parent, 'Go.', { model, config: { child: 'one' } })
    await session.outcome
    const fork = await runtime.fork(session.id, { at: 'generate#1', config: { child: 'two' } })
    expect((await fork.outcome).answer).toEqual(['one', 'x', 'two'])
  })
})
