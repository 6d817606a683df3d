import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { behind, equipment, gate, loopOf, search, world } from '../../../../test/support/kernel.ts'
import { cot } from '../loops/cot.ts'
import { react } from '../loops/react.ts'
import { user } from '../messages.ts'
import { calls, fails, modelOf, says, scriptedModel } from '../testing/scripted-model.ts'
import type { LoopContext, LoopEnd } from './context.ts'
import type { Loop } from './loop.ts'

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
