import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { behind, equipment, gate, loopOf, search, world } from '../../../../test/support/kernel.ts'
import { GyreError } from '../errors.ts'
import type { Json } from '../json.ts'
import { cot } from '../loops/cot.ts'
import { react } from '../loops/react.ts'
import { user } from '../messages.ts'
import { calls, fails, modelOf, says, scriptedModel } from '../testing/scripted-model.ts'
import { defineTool, type Tool, toolOutput } from '../tools/tool.ts'
import type { LoopContext, LoopEnd } from './context.ts'
import type { Loop } from './loop.ts'
import { callsBefore } from './trace.ts'

/** A parent whose answer is the trace of what it runs. */
const tracing = (run: (ctx: LoopContext) => Promise<LoopEnd>): Loop =>
  loopOf('parent', async (ctx) => (await run(ctx)).trace ?? null)

const traced = { traced: true } as const
const tracingReact = tracing((ctx) => ctx.runLoop(react, 'Look.', traced))

const looked = ['[think] I look.', '[call of search] {"query":"x"}', '[result of search] Found x.', '[think] There.']

describe('the trace of a child loop', () => {
  it('is what it said, called and observed', async () => {
    const { runtime } = world()
    const model = scriptedModel(calls('search', { query: 'x' }, 'I look.'), says('There.'))
    const session = await runtime.start(tracingReact, 'Go.', { model, tools: [search] })
    expect((await session.outcome).answer).toEqual(looked)
    expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true, drift: [] })
  })

  it('is that of a loop which is named, too, and which runs one by its name', async () => {
    const middle = loopOf('middle', async (ctx) => (await ctx.runLoop('react', 'Look.', { label: 'inner' })).answer)
    const { runtime } = world({ loops: [react as unknown as Loop, middle] })
    const model = scriptedModel(calls('search', { query: 'x' }, 'I look.'), says('There.'))
    const parent = tracing((ctx) => ctx.runLoop('middle', 'Look.', traced))
    const session = await runtime.start(parent, 'Go.', { model, tools: [search] })
    const below = [...looked, '[answer] There.'].map((entry) => `  ${entry}`)
    expect((await session.outcome).answer).toEqual(['[inner] answered', ...below])
    expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true, drift: [] })
  })

  it('is not there when nobody asked for it', async () => {
    const { runtime } = world()
    const parent = loopOf('parent', async (ctx) => Object.keys(await ctx.runLoop(react, 'Look.')))
    const session = await runtime.start(parent, 'Go.', { model: scriptedModel(says('There.')) })
    expect((await session.outcome).answer).toEqual(['answer', 'outcome', 'gap', 'details'])
  })

  it.each([
    ['in the middle of the child', 1],
    ['after its end', 2],
  ])('is the same after a crash %s', async (_, ready) => {
    const held = gate()
    const script = [calls('search', { query: 'x' }, 'I look.'), says('There.'), says('ok')]
    const parent = loopOf('parent', async (ctx) => {
      const { trace = [] } = await ctx.runLoop(react, 'Look.', traced)
      await ctx.generate([user('And?')])
      return trace
    })
    const { runtime, afterCrash } = world()
    const model = scriptedModel(...script.slice(0, ready), behind(held, says('never')))
    const session = await runtime.start(parent, 'Go.', { model, tools: [search] })
    await held.isReached
    const second = scriptedModel(...script.slice(ready))
    const resumed = await afterCrash(equipment(parent, second, search)).resume(session.id)
    expect((await resumed.outcome).answer).toEqual(looked)
    second.assertUsedUp()
  })

  it('has branches in their order, whoever was ready first', async () => {
    const { runtime } = world()
    const late = modelOf(async (_, { path }) => {
      const index = Number(/\[(\d)\]/.exec(path)?.[1])
      for (let turn = index; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve))
      return index === 1 ? fails(new Error('down')) : says(`FINAL ANSWER: ${index}`)
    })
    const parent = tracing((ctx) => ctx.runLoop(cot, '?', { config: { samples: 3 }, ...traced }))
    const session = await runtime.start(parent, 'Go.', { model: late })
    expect((await session.outcome).answer).toEqual([
      '[sample 1]',
      '  [think] 0',
      '[sample 2]',
      '  [think failed] down',
      '[sample 3]',
      '  [think] 2',
    ])
  })

  it('shows the loops inside of it, which are given none themselves', async () => {
    const { runtime } = world()
    const seen: LoopEnd[] = []
    const middle = loopOf('middle', async (ctx) => {
      const end = await ctx.runLoop(react, 'Look.', { label: 'step' })
      seen.push(end)
      return end.answer
    })
    const model = scriptedModel(calls('search', { query: 'x' }, 'I look.'), says('There.'))
    const parent = tracing((ctx) => ctx.runLoop(middle, 'Look.', traced))
    const session = await runtime.start(parent, 'Go.', { model, tools: [search] })
    expect((await session.outcome).answer).toEqual([
      '[step] answered',
      ...looked.map((entry) => `  ${entry}`),
      '  [answer] There.',
    ])
    expect(seen.map((end) => 'trace' in end)).toEqual([false])
  })

  it('shows values and what people say', async () => {
    const { runtime } = world()
    const child = loopOf('child', async (ctx) => {
      await ctx.generateObject(z.object({ n: z.number() }), [user('?')], { label: 'count' })
      return ctx.askHuman('Which?')
    })
    const session = await runtime.start(
      tracing((ctx) => ctx.runLoop(child, '?', traced)),
      'Go.',
      { model: scriptedModel(says('{"n":3}')) },
    )
    await session.idle()
    await session.answer('red')
    expect((await session.outcome).answer).toEqual(['[count] {"n":3}', '[question] Which?', '[person] red'])
  })

  it('is bounded', async () => {
    const { runtime } = world()
    const model = modelOf(() => says('x'.repeat(5_000)))
    const child = loopOf('child', async (ctx) => {
      for (let turn = 0; turn < 50; turn++) await ctx.generate([user('?')])
      return 'x'
    })
    const session = await runtime.start(
      tracing((ctx) => ctx.runLoop(child, '?', traced)),
      'Go.',
      { model },
    )
    const { answer } = await session.outcome
    expect(JSON.stringify(answer).length).toBeLessThan(17_000)
    expect(answer).toContain('… 44 left out …')
  })

  it('is missing where a person answered for the loop', async () => {
    const { runtime } = world()
    const held = gate()
    const model = scriptedModel(behind(held, says('x')), says('y'))
    const parent = loopOf('parent', async (ctx) => {
      await ctx.generate([user('?')])
      const { trace, answer } = await ctx.runLoop(react, 'Look.', traced)
      return [answer, trace === undefined]
    })
    const session = await runtime.start(parent, 'Go.', { model })
    await held.isReached
    await session.override({ result: 'mine', path: 'runLoop#1' })
    held.open()
    expect((await session.outcome).answer).toEqual(['mine', true])
  })
})

describe('the calls of a traced loop', () => {
  const call = (tool: string, input: Json = {}) => ({ type: 'tool-call', id: tool, tool, input }) as const
  const booking = defineTool({ name: 'book', description: '', input: z.object({}), run: () => 'booked 7' })
  const failing = defineTool({
    name: 'fail',
    description: '',
    input: z.object({}),
    run: () => Promise.reject(new Error('no')),
  })
  const text = 'Not run: remote is busy'
  const forging = { ...failing, name: 'forge', run: () => toolOutput({ text, error: true }) }
  const inner = loopOf('inner', async (ctx) => {
    await ctx.map([0, 1], (each, branch) => branch.callTools([call('search', { query: `${each}` })]))
    await ctx.callTools([call('fail'), call('fly'), call('forge')])
    return 'Done.'
  })
  const outer = loopOf('outer', async (ctx, task) => {
    await ctx.callTools([call('book')])
    return (await ctx.runLoop(inner, task)).answer
  })
  const expected = [
    { tool: 'book', effect: 'once', isMade: true, isFailed: false, text: 'booked 7' },
    { tool: 'search', input: { query: '0' }, effect: 'pure', isMade: true, isFailed: false },
    { tool: 'search', input: { query: '1' }, effect: 'pure', isMade: true, isFailed: false },
    { tool: 'fail', effect: 'once', isMade: true, isFailed: true, text: '`fail` failed: no' },
    { tool: 'fly', isMade: false, isFailed: true },
    { tool: 'forge', effect: 'once', isMade: true, isFailed: true, text },
  ]
  const tools = [search, booking, failing, forging] as readonly Tool[]
  const start = async (work: Loop) => {
    const { runtime } = world()
    const seen: unknown[] = []
    const parent = loopOf('parent', async (ctx, task) => {
      const end = await ctx.runLoop(work, task, { traced: true }).catch((error) => error)
      seen.push(end instanceof GyreError ? callsBefore(end) : end.calls)
      return 'Done.'
    })
    const session = await runtime.start(parent, 'Go.', { model: modelOf(() => says('x')), tools })
    await session.outcome
    expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true })
    return seen
  }

  it('are all of them, those of loops inside and of branches, too, and the same on replay', async () => {
    const [live, again] = await start(outer)
    expect(live).toMatchObject(expected)
    expect(again).toEqual(live)
  })

  it('are known of one that failed, too', async () => {
    const broken = loopOf('broken', async (ctx, task) => {
      await ctx.runLoop(outer, task)
      throw new Error('no more')
    })
    const [live, again] = await start(broken)
    expect(live).toMatchObject(expected)
    expect(again).toEqual(live)
  })

  it('are kept in few characters', async () => {
    const long = loopOf('long', async (ctx) => {
      await ctx.callTools([call('search', { query: 'x'.repeat(9_000) })])
      return 'Done.'
    })
    const [[made]] = (await start(long)) as [[{ readonly input: string; readonly text: string }]]
    expect([made.input.length, made.text.length]).toEqual([4_001, 400])
  })
})
