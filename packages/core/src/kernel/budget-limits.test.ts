import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  equipment,
  factsOfType,
  gate,
  hour,
  loopOf,
  midnight,
  search,
  stepPaths,
  world,
} from '../../../../test/support/kernel.ts'
import { react } from '../loops/react.ts'
import { user } from '../messages.ts'
import { calls, callsAll, modelOf, says, scripted, scriptedModel } from '../testing/scripted-model.ts'
import { simulatedClock } from '../testing/simulated-time.ts'
import { defineTool } from '../tools/tool.ts'
import type { Limits } from './limits.ts'

/** Asks again and again, with a tool call after each reply. */
const endless = loopOf('endless', async (ctx) => {
  for (let turn = 1; ; turn++) {
    await ctx.generate([user('x')], { turn: true })
    const input = { query: String(turn) }
    await ctx.callTools([{ type: 'tool-call', id: String(turn), tool: 'search', input }])
  }
})

const replanning = loopOf('replanning', async (ctx) => {
  for (let round = 1; ; round++) await ctx.plan([{ id: '1', goal: 'x' }], { round })
})

/** Costs 1 USD a call: 100 tokens in, 50 out. */
const priced = () =>
  modelOf(() => says('x', { inputTokens: 100, outputTokens: 50 }), { price: { input: 5_000, output: 10_000 } })

async function spend(budget: Limits, loop = endless) {
  const { runtime, clock } = world()
  const model = priced()
  const session = await runtime.start(loop, 'Go.', { model, tools: [search], budget })
  return clock.runUntil(session.outcome)
}

describe('a limit', () => {
  it('of model calls counts the last answer too', async () => {
    const { outcome, answer, usage } = await spend({ modelCalls: 4 })
    expect([outcome, answer, usage.modelCalls]).toEqual(['limit:calls', 'x', 4])
  })

  it('of tool calls ends the session before one more', async () => {
    const { outcome, answer, usage } = await spend({ toolCalls: 3 })
    expect([outcome, answer, usage.toolCalls]).toEqual(['limit:tools', 'x', 3])
  })

  it('of one tool leaves the others alone', async () => {
    const { outcome, usage } = await spend({ perTool: { search: 2, other: 1 } })
    expect([outcome, usage.toolCalls]).toEqual(['limit:tools', 2])
  })

  it.each<[Limits, number]>([
    [{ inputTokens: 1_000 }, 9],
    [{ outputTokens: 1_000 }, 18],
    [{ tokens: 1_500 }, 9],
  ])('of %j keeps a tenth back for the last answer', async (budget, calls) => {
    const { outcome, answer, usage } = await spend(budget)
    expect([outcome, answer, usage.modelCalls]).toEqual(['limit:tokens', 'x', calls + 1])
  })

  it('of the cost is counted in USD, a tenth of it kept back', async () => {
    const { outcome, usage } = await spend({ costUsd: 10 })
    expect([outcome, usage.costUsd]).toEqual(['limit:cost', 10])
  })

  it('of turns counts the calls that begin one', async () => {
    const { outcome, usage } = await spend({ turns: 3 })
    expect([outcome, usage.modelCalls]).toEqual(['limit:turns', 4])
  })

  it('of rounds counts re-plans', async () => {
    const { runtime } = world()
    const session = await runtime.start(replanning, 'Go.', { model: priced(), budget: { rounds: 2 } })
    expect(await session.outcome).toMatchObject({ outcome: 'limit:rounds', answer: 'x' })
    expect(await factsOfType(runtime, session.id, 'plan.changed')).toHaveLength(2)
  })

  it('of plan steps is one of each plan, not of all', async () => {
    const { runtime } = world()
    const step = (id: string) => ({ id, goal: 'x' })
    const planning = loopOf('planning', async (ctx) => {
      await ctx.plan([step('1'), step('2')])
      await ctx.plan([step('1'), step('2')])
      await ctx.plan([step('1'), step('2'), step('3')])
      return 'never'
    })
    const session = await runtime.start(planning, 'Go.', { model: priced(), budget: { planSteps: 2 } })
    expect(await session.outcome).toMatchObject({ outcome: 'limit:plan-steps', answer: 'x' })
  })

  it('of active time ends the session at the next step', async () => {
    const { runtime, clock } = world()
    const model = modelOf(async () => {
      await clock.sleep(1_000)
      return says('x')
    })
    const session = await runtime.start(endless, 'Go.', { model, tools: [search], budget: { activeMs: 3_000 } })
    const end = await clock.runUntil(session.outcome)
    expect(end).toMatchObject({ outcome: 'limit:time', answer: 'x', usage: { modelCalls: 4, activeMs: 4_000 } })
  })

  it('of active time in a child loop counts from when the child began', async () => {
    const { runtime, clock } = world()
    const model = modelOf(async () => {
      await clock.sleep(1_000)
      return says('x')
    })
    const parent = loopOf('parent', async (ctx) => {
      for (let call = 0; call < 5; call++) await ctx.generate([user('before')])
      return (await ctx.runLoop(endless, 'Go.', { budget: { activeMs: 3_000 } })).outcome
    })
    const session = await runtime.start(parent, 'Go.', { model, tools: [search] })
    const end = await clock.runUntil(session.outcome)
    expect(end).toMatchObject({ answer: 'limit:time', usage: { modelCalls: 9, activeMs: 9_000 } })
  })

  it('of zero calls does nothing but answer', async () => {
    const { outcome, usage } = await spend({ toolCalls: 0 })
    expect([outcome, usage.modelCalls, usage.toolCalls]).toEqual(['limit:tools', 2, 0])
  })

  it('counts a repair, a failed call and a call that another tool makes', async () => {
    const { runtime } = world()
    const typed = loopOf('typed', async (ctx) => {
      await ctx.generateObject(z.object({ n: z.number() }), [user('x')])
      return ctx.callTools([{ type: 'tool-call', id: '1', tool: 'sum', input: {} }]) as never
    })
    const sum = defineTool({
      name: 'sum',
      description: 'Sums up.',
      input: z.object({}),
      run: async (_, { generate }) => (await generate([user('y')])).text,
    })
    const model = scriptedModel(says('no'), says('{"n":1}'), says('z'))
    const session = await runtime.start(typed, 'Go.', { model, tools: [sum] })
    expect(await session.outcome).toMatchObject({ usage: { modelCalls: 3, toolCalls: 1 } })
  })

  it('does not count a call that was not made', async () => {
    const { runtime } = world()
    const wrong = callsAll({ tool: 'nothing', input: {} }, { tool: 'search', input: { qery: 'x' } })
    const model = scriptedModel(wrong, calls('search', { query: 'x' }), says('Done.'))
    const session = await runtime.start(react, 'Look.', { model, tools: [search], budget: { toolCalls: 2 } })
    expect(await session.outcome).toMatchObject({ outcome: 'answered', usage: { toolCalls: 1 } })
  })
})

describe('a limit in USD', () => {
  it('is refused before any work when the price of a model is not known', async () => {
    const { runtime } = world()
    const model = scriptedModel(says('x'))
    const start = runtime.start(react, 'Look.', { model, budget: { costUsd: 1 } })
    await expect(start).rejects.toMatchObject({ code: 'price-unknown', fix: expect.stringContaining('price') })
    expect(await runtime.list()).toEqual([])
  })

  it('is refused when any role is served by such a model', async () => {
    const { runtime } = world()
    const models = { author: priced(), judge: scriptedModel() }
    const start = runtime.start(react, 'Look.', { models, budget: { costUsd: 1 } })
    await expect(start).rejects.toMatchObject({ code: 'price-unknown' })
  })

  it('is taken for a model that costs nothing', async () => {
    const { runtime } = world()
    const model = scripted([says('Done.')], { price: { input: 0, output: 0 } })
    const session = await runtime.start(react, 'Look.', { model, budget: { costUsd: 0.01 } })
    expect(await session.outcome).toMatchObject({ outcome: 'answered', usage: { costUsd: 0 } })
  })

  it('is not needed: a cost that is not known is null', async () => {
    const { runtime } = world()
    const session = await runtime.start(react, 'Look.', { model: scriptedModel(says('Done.')) })
    expect((await session.outcome).usage.costUsd).toBeNull()
  })

  it('counts cached tokens at their own price', async () => {
    const { runtime } = world()
    const usage = { inputTokens: 1_000, outputTokens: 0, cachedInputTokens: 600 }
    const model = scripted([says('Done.', usage)], { price: { input: 10, output: 1, cachedInput: 1 } })
    const session = await runtime.start(react, 'Look.', { model })
    expect((await session.outcome).usage.costUsd).toBeCloseTo((400 * 10 + 600 * 1) / 1_000_000, 12)
  })
})

describe('a limit that comes near', () => {
  it('is warned of once', async () => {
    const { runtime } = world()
    const session = await runtime.start(endless, 'Go.', {
      model: priced(),
      tools: [search],
      budget: { modelCalls: 10 },
    })
    await session.outcome
    expect((await factsOfType(runtime, session.id, 'budget.warned')).map(({ data }) => data)).toEqual([
      { resource: 'modelCalls', at: 'generate#8' },
    ])
  })

  it('is warned of once, though the process died after the warning', async () => {
    const { runtime, afterCrash } = world()
    const held = gate()
    const first = modelOf(async (_, { path }) => {
      if (path === 'generate#9') await held.pass()
      return says('x')
    })
    const budget = { modelCalls: 10 }
    const session = await runtime.start(endless, 'Go.', { model: first, tools: [search], budget })
    await held.isReached
    const later = afterCrash(equipment(endless, priced(), search))
    await (await later.resume(session.id)).outcome
    expect(await factsOfType(later, session.id, 'budget.warned')).toHaveLength(1)
  })
})

describe('a resumed session', () => {
  it('counts what its records cost', async () => {
    const { runtime, afterCrash } = world()
    const held = gate()
    const first = modelOf(async (_, { path }) => {
      if (path === 'generate#3') await held.pass()
      return says('x')
    })
    const session = await runtime.start(endless, 'Go.', { model: first, tools: [search], budget: { modelCalls: 5 } })
    await held.isReached
    const second = modelOf(() => says('y'))
    const later = afterCrash(equipment(endless, second, search))
    expect(await (await later.resume(session.id)).outcome).toMatchObject({
      outcome: 'limit:calls',
      usage: { modelCalls: 5, toolCalls: 4 },
    })
    expect(second.requests).toHaveLength(3)
  })

  it('counts what loops inside of a child loop cost', async () => {
    const inner = loopOf('inner', async (ctx) => (await ctx.generate([user('x')])).text)
    const child = loopOf('child', async (ctx) => {
      await ctx.runLoop(inner, 'x')
      await ctx.runLoop(inner, 'x')
      for (;;) await ctx.generate([user('y')])
    })
    const parent = loopOf('parent', async (ctx) => {
      const end = await ctx.runLoop(child, 'x', { budget: { modelCalls: 5 } })
      return end.outcome
    })
    const { runtime, afterCrash } = world()
    const held = gate()
    const first = modelOf(async (_, { path }) => {
      if (path === 'runLoop#1/child/generate#1') await held.pass()
      return says('x')
    })
    const session = await runtime.start(parent, 'Go.', { model: first })
    await held.isReached
    const later = afterCrash(
      equipment(
        parent,
        modelOf(() => says('y')),
      ),
    )
    expect(await (await later.resume(session.id)).outcome).toMatchObject({
      answer: 'limit:calls',
      usage: { modelCalls: 5 },
    })
    expect(await stepPaths(later, session.id)).toContain('runLoop#1/child/wrap-up#1')
  })

  it('has the active time that its child loop had', async () => {
    const { runtime, clock, afterCrash } = world()
    const held = gate()
    const slowly = async (time: typeof clock) => {
      await time.sleep(1_000)
      return says('x')
    }
    const parent = loopOf('parent', async (ctx) => {
      await ctx.generate([user('before')])
      return (await ctx.runLoop(endless, 'Go.', { budget: { activeMs: 2_000 } })).outcome
    })
    const first = modelOf(async (_, { path }) => {
      if (path.endsWith('generate#2')) await held.pass()
      return slowly(clock)
    })
    const session = await runtime.start(parent, 'Go.', { model: first, tools: [search] })
    await clock.runUntil(held.isReached)
    const next = simulatedClock(midnight + hour)
    const second = modelOf(() => slowly(next))
    const later = afterCrash({ ...equipment(parent, second, search), clock: next })
    const end = await next.runUntil((await later.resume(session.id)).outcome)
    expect(end).toMatchObject({ answer: 'limit:time', usage: { modelCalls: 4 } })
  })

  it('has the active time it had', async () => {
    const { runtime, clock, afterCrash } = world()
    const held = gate()
    const first = modelOf(async (_, { path }) => {
      await clock.sleep(1_000)
      if (path === 'generate#2') await held.pass()
      return says('x')
    })
    const session = await runtime.start(endless, 'Go.', { model: first, tools: [search], budget: { activeMs: 2_500 } })
    await clock.runUntil(held.isReached)
    const later = afterCrash(
      equipment(
        endless,
        modelOf(() => says('y')),
        search,
      ),
    )
    const resumed = await later.resume(session.id)
    await aborted(later, resumed.id)
    expect((await later.read(session.id)).view.usage.activeMs).toBe(1_000)
  })
})

/** The clock of the second process stands still: the session runs on without using time, so it is aborted. */
async function aborted(runtime: ReturnType<typeof world>['runtime'], id: string): Promise<void> {
  const session = await runtime.session(id)
  await session.abort()
  await session.outcome
}
