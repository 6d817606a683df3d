import { describe, expect, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import { world } from '../../../../test/support/kernel.ts'
import { innerLoop } from '../loops/inner-loop.ts'
import { user } from '../messages.ts'
import { modelOf, says } from '../testing/scripted-model.ts'
import { defineLoop, type Loop } from './loop.ts'

const model = modelOf(() => says('Hello.'))

describe('a loop of a name and a body', () => {
  const greeter = defineLoop({
    name: 'greeter',
    run: async (ctx, task) => (await ctx.generate([user(task.goal)])).text,
  })

  it('runs', async () => {
    const session = await world().runtime.start(greeter, 'Greet me.', { model })
    expect(await session.outcome).toMatchObject({ loop: 'greeter', outcome: 'answered', answer: 'Hello.' })
  })

  it('has a default for all that others ask of a loop', () => {
    const { run: _, config, ...known } = greeter
    expect(known).toEqual({
      name: 'greeter',
      version: 1,
      summary: '',
      paper: null,
      prompts: {},
      uses: [],
      example: { goal: 'Your goal.', args: ['-l', 'greeter', 'Your goal.'] },
      traits: {
        minCalls: '1',
        multiArgTools: true,
        selfCorrects: false,
        auditablePlan: false,
        worksWithoutTools: true,
        bestFor: '',
        signals: [],
      },
    })
    expect(config.parse({})).toEqual({})
  })

  it('takes no config', async () => {
    const started = world().runtime.start(greeter, 'Greet me.', { model, config: { depth: 1 } })
    await expect(started).rejects.toMatchObject({ code: 'config-invalid' })
  })

  it('keeps what it says of itself', () => {
    const { name, run } = greeter
    const loop = defineLoop({ name, run, version: 2, summary: 'Greets.', traits: { bestFor: 'greetings' } })
    expect(loop).toMatchObject({ version: 2, summary: 'Greets.', traits: { bestFor: 'greetings', minCalls: '1' } })
  })

  it.each(['', 'Greeter', 'my loop', '1st', 'a/b'])('is not called `%s`', (name) => {
    expect(() => defineLoop({ name, run: greeter.run })).toThrow(expect.objectContaining({ code: 'label-invalid' }))
  })
})

describe('a loop that is loaded', () => {
  function loadable() {
    const loads: string[] = []
    const loop = defineLoop({
      name: 'loadable',
      config: z.strictObject({ words: z.int().default(1) }),
      load: async () => {
        loads.push('loaded')
        return { run: async (ctx, task, { words }) => `${words}: ${(await ctx.generate([user(task.goal)])).text}` }
      },
    })
    return { loop, loads }
  }

  it('is there before its session begins, once for all of them', async () => {
    const { loop, loads } = loadable()
    const { runtime } = world()
    const first = await runtime.start(loop, 'Greet me.', { model })
    expect(loads).toEqual(['loaded'])
    const second = await runtime.start(loop, 'Greet me.', { model, config: { words: 2 } })
    expect([(await first.outcome).answer, (await second.outcome).answer]).toEqual(['1: Hello.', '2: Hello.'])
    expect(loads).toEqual(['loaded'])
  })

  it('is loaded once by sessions that begin at the same time', async () => {
    const { loop, loads } = loadable()
    const { runtime } = world()
    const sessions = await Promise.all([1, 2].map(() => runtime.start(loop, 'Greet me.', { model })))
    for (const session of sessions) expect(await session.outcome).toMatchObject({ answer: '1: Hello.' })
    expect(loads).toEqual(['loaded'])
  })

  /** One whose module is away until it is back. */
  function flaky() {
    const disk = { isAway: true }
    const there = { run: async () => 'there' }
    const loop = defineLoop({
      name: 'flaky',
      load: () => (disk.isAway ? Promise.reject(new Error('The disk is away.')) : Promise.resolve(there)),
    })
    return { loop, disk }
  }

  const away = { code: 'loop-failed', message: 'The loop `flaky` cannot be loaded: The disk is away.' }

  it('is tried again when loading failed, and nothing is stored of the session that it failed for', async () => {
    const { loop, disk } = flaky()
    const { runtime } = world()
    await expect(runtime.start(loop, 'Greet me.', { model })).rejects.toMatchObject(away)
    expect(await runtime.list()).toEqual([])
    disk.isAway = false
    expect(await (await runtime.start(loop, 'Greet me.', { model })).outcome).toMatchObject({ answer: 'there' })
  })

  it('is forked and replayed only where it can be loaded', async () => {
    const working = defineLoop({
      name: 'flaky',
      run: async (ctx, task) => (await ctx.generate([user(task.goal)], { label: 'say' })).text,
    })
    const { runtime, another } = world()
    const session = await runtime.start(working, 'Greet me.', { model })
    await session.outcome
    const elsewhere = another({ loops: [flaky().loop], models: [model] })
    await expect((await elsewhere.session(session.id)).fork({ at: 'say#1' })).rejects.toMatchObject(away)
    expect(await elsewhere.list()).toHaveLength(1)
    await expect(elsewhere.replay(session.id)).rejects.toMatchObject(away)
  })

  it('needs a module that has a `run`', async () => {
    const empty = defineLoop({ name: 'empty', load: async () => ({}) as never })
    const message = 'The loop `empty` cannot be loaded: its module has no function `run`.'
    await expect(world().runtime.start(empty, 'Greet me.', { model })).rejects.toMatchObject({ message })
  })

  it('is replaced by the `run` of whoever wraps it', async () => {
    const { loop, loads } = loadable()
    const wrapped = defineLoop({ ...loop, name: 'wrapped', run: async () => 'my own' })
    expect(await (await world().runtime.start(wrapped, 'Greet me.', { model })).outcome).toMatchObject({
      answer: 'my own',
    })
    expect(loads).toEqual([])
    expect(() => defineLoop({ name: 'nothing' } as never)).toThrow('The loop `nothing` has neither `run` nor `load`.')
  })

  it('leaves an interrupted session to others where it cannot be loaded', async () => {
    const asking = defineLoop({ name: 'asking', run: async (ctx) => ctx.askHuman('Who are you?') })
    const { runtime, another } = world()
    const session = await runtime.start(asking, 'Greet me.', { model })
    await session.idle()
    await runtime.close()
    const broken = defineLoop({ name: 'asking', load: () => Promise.reject(new Error('The disk is away.')) })
    await expect(another({ loops: [broken], models: [model] }).resume(session.id)).rejects.toMatchObject({
      code: 'loop-failed',
    })
    const resumed = await another({ loops: [asking], models: [model] }).resume(session.id)
    await resumed.answer('Ada')
    expect(await resumed.outcome).toMatchObject({ answer: 'Ada' })
  })

  it('is there before the session of a loop that names it begins, and of one that brings it along', async () => {
    const inner = loadable()
    const brought = loadable()
    const outer = defineLoop({
      name: 'outer',
      uses: [brought.loop],
      config: z.strictObject({ inner: innerLoop({ loop: 'leaf', config: {} }) }),
      run: async (ctx, task, { inner }) => (await ctx.runLoop(inner.loop, task, { config: inner.config })).answer,
    })
    const named = { ...inner.loop, name: 'named' }
    const { runtime } = world({ loops: [named] })
    const session = await runtime.start(outer, 'Greet me.', { model, config: { inner: { loop: 'named' } } })
    expect([inner.loads, brought.loads]).toEqual([['loaded'], ['loaded']])
    expect(await session.outcome).toMatchObject({ answer: '1: Hello.' })
  })

  it('runs also where nobody loaded it before: a loop may choose another as it goes', async () => {
    const chosen = loadable()
    const chooser = defineLoop({
      name: 'chooser',
      run: async (ctx, task) => (await ctx.runLoop(chosen.loop, task)).answer,
    })
    const session = await world().runtime.start(chooser, 'Greet me.', { model })
    expect(await session.outcome).toMatchObject({ outcome: 'answered', answer: '1: Hello.' })
    expect(chosen.loads).toEqual(['loaded'])
  })
})

describe('the types of a loop', () => {
  it('are those of its config schema', () => {
    const config = z.strictObject({ depth: z.int().default(3), name: z.string() })
    const loop = defineLoop({
      name: 'deep',
      config,
      run: async (_, __, given) => {
        expectTypeOf(given).toEqualTypeOf<{ depth: number; name: string }>()
        return given.name
      },
    })
    expectTypeOf(loop).toEqualTypeOf<Loop<typeof config>>()
    expectTypeOf<Parameters<typeof loop.run>[2]>().toEqualTypeOf<{ depth: number; name: string }>()
  })

  it('leave nothing to read in a config that has no schema', () => {
    defineLoop({
      name: 'plain',
      run: async (_, __, given) => {
        expectTypeOf(given).toEqualTypeOf<Record<string, never>>()
        return null
      },
    })
  })

  it('let only plain data be an answer', () => {
    // @ts-expect-error A function is no answer.
    defineLoop({ name: 'odd', run: async () => ({ answer: () => 'x' }) })
    defineLoop({ name: 'even', run: async () => ({ answer: { rows: [1, 2] }, outcome: 'limit:pages' }) })
  })
})
