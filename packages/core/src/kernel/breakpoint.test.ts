import { describe, expect, it } from 'vitest'
import {
  equipment,
  factsOfType,
  loopOf,
  reactShapes,
  search,
  standing,
  stepPaths,
  told,
  turns,
  world,
} from '../../../../test/support/kernel.ts'
import type { Json, Runtime } from '../index.ts'
import { react } from '../loops/react.ts'
import { calls, callsAll, modelOf, says, scripted, scriptedModel } from '../testing/scripted-model.ts'

const looking = () => scriptedModel(calls('search', { query: 'x' }), says('Done.'))
const before = (glob: string) => ({ breakpoints: [{ before: glob }] })

describe.each(reactShapes)('a break-point before a tool, on $shape', ({ loop, prefix }) => {
  it('pauses the session before the call, and lets it through when it is resumed', async () => {
    const { runtime, store } = world()
    const session = await runtime.start(loop, 'Look.', { model: looking(), tools: [search], ...before('sea*') })
    expect(await session.idle()).toBe('paused')
    expect(await stepPaths(runtime, session.id)).toEqual([`${prefix}think#1`])
    const [queued] = await factsOfType(runtime, session.id, 'intervention.queued')
    expect(queued?.data).toMatchObject({ action: 'pause', body: { reason: 'before search' }, by: 'break-point' })

    await told(session.resume())
    expect(await session.outcome).toMatchObject({ answer: 'Done.', usage: { toolCalls: 1 } })
    expect(await standing(store, session.id)).toEqual([
      `pause applied at ${prefix}think#1`,
      `resume applied at ${prefix}think#1`,
    ])
    expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true })
  })
})

describe('a break-point', () => {
  it('leaves tools of other names alone', async () => {
    const { runtime } = world()
    const session = await runtime.start(react, 'Look.', { model: looking(), tools: [search], ...before('files.*') })
    expect(await session.outcome).toMatchObject({ answer: 'Done.' })
  })

  it('stops at every call of the tool, each once', async () => {
    const { runtime } = world()
    const twice = scriptedModel(calls('search', { query: 'x' }), calls('search', { query: 'y' }), says('Done.'))
    const session = await runtime.start(react, 'Look.', { model: twice, tools: [search], ...before('search') })
    expect(await session.idle()).toBe('paused')
    await told(session.resume())
    expect(await session.idle()).toBe('paused')
    expect(await stepPaths(runtime, session.id)).toEqual(['think#1', 'act#1[0]', 'think#2'])
    await told(session.resume())
    expect(await session.outcome).toMatchObject({ answer: 'Done.' })
  })

  it('holds calls that are made at once, and lets all of them through together', async () => {
    const { runtime } = world()
    const both = callsAll({ tool: 'search', input: { query: 'x' } }, { tool: 'search', input: { query: 'y' } })
    const session = await runtime.start(react, 'Look.', {
      model: scriptedModel(both, says('Done.')),
      tools: [search],
      ...before('search'),
    })
    expect(await session.idle()).toBe('paused')
    await turns()
    expect(await stepPaths(runtime, session.id)).toEqual(['think#1'])
    await told(session.resume())
    expect(await session.outcome).toMatchObject({ answer: 'Done.', usage: { toolCalls: 2 } })
  })

  it('does not stop a session again that was resumed by another process', async () => {
    const model = looking()
    const { runtime, afterCrash } = world(equipment(react as never, model, search))
    const session = await runtime.start(react, 'Look.', { model, tools: [search], ...before('search') })
    expect(await session.idle()).toBe('paused')
    const resumed = await afterCrash().resume(session.id)
    expect(await resumed.outcome).toMatchObject({ answer: 'Done.', usage: { modelCalls: 2, toolCalls: 1 } })
  })

  it('at a cost stops before the next step, once', async () => {
    const { runtime } = world()
    const usage = { inputTokens: 1_000_000, outputTokens: 0 }
    const model = scripted(
      [calls('search', { query: 'x' }), calls('search', { query: 'y' }), says('Done.')].map((each) => ({
        ...each,
        usage,
      })),
      { price: { input: 0.4, output: 1 } },
    )
    const breakpoints = [{ costUsd: 0.5 }]
    const session = await runtime.start(react, 'Look.', { model, tools: [search], breakpoints })
    expect(await session.idle()).toBe('paused')
    expect(await stepPaths(runtime, session.id)).toEqual(['think#1', 'act#1[0]', 'think#2'])
    const [queued] = await factsOfType(runtime, session.id, 'intervention.queued')
    expect(queued?.data).toMatchObject({ body: { reason: 'cost has reached 0.5 USD' } })
    await told(session.resume())
    expect(await session.outcome).toMatchObject({ answer: 'Done.' })
  })

  it.each([[[{ before: '' }]], [[{ costUsd: -1 }]], [[{ onGap: false }]], [[{}]], ['before']])(
    'that is %j is refused before any work',
    async (breakpoints) => {
      const { runtime } = world()
      const start = runtime.start(react, 'Go.', { model: modelOf(() => says('x')), breakpoints: breakpoints as never })
      await expect(start).rejects.toMatchObject({ code: 'config-invalid' })
    },
  )

  it('at a cost is refused when a price is not known', async () => {
    const { runtime } = world()
    const start = runtime.start(react, 'Go.', { model: looking(), tools: [search], breakpoints: [{ costUsd: 1 }] })
    await expect(start).rejects.toMatchObject({ code: 'price-unknown' })
    expect(await runtime.list()).toEqual([])
  })
})

describe('a break-point after a note of the loop', () => {
  const scoring = (...notes: readonly (readonly [name: string, value: Json])[]) =>
    loopOf('scoring', async (ctx) => {
      for (const [name, value] of notes) {
        ctx.note(name, value)
        await ctx.now()
      }
      return 'Done.'
    })
  const model = modelOf(() => says('x'))
  const reasonsOf = async (runtime: Runtime, id: string) =>
    (await factsOfType(runtime, id, 'intervention.queued'))
      .map(({ data }) => data as { readonly by: string; readonly body: { readonly reason: string } })
      .filter(({ by }) => by === 'break-point')
      .map(({ body }) => body.reason)

  it('pauses before the step that comes after a low score, at each of them once', async () => {
    const { runtime } = world()
    const loop = scoring(
      ['score', { score: 4 }],
      ['score', { score: 1.5 }],
      ['episode', { score: 2 }],
      ['score', { score: 3 }],
    )
    const session = await runtime.start(loop, 'Go.', { model, breakpoints: [{ scoreBelow: 3 }] })
    expect(await session.idle()).toBe('paused')
    expect(await stepPaths(runtime, session.id)).toEqual(['now#1'])
    await told(session.resume())
    expect(await session.idle()).toBe('paused')
    await told(session.resume())
    expect(await session.outcome).toMatchObject({ answer: 'Done.' })
    expect(await reasonsOf(runtime, session.id)).toEqual(['score 1.5 is below 3', 'score 2 is below 3'])
  })

  it('pauses when something is found to be missing', async () => {
    const { runtime } = world()
    const session = await runtime.start(scoring(['gap', { gap: 'the price' }]), 'Go.', {
      model,
      breakpoints: [{ onGap: true }],
    })
    expect(await session.idle()).toBe('paused')
    expect(await reasonsOf(runtime, session.id)).toEqual(['missing: the price'])
    await told(session.resume())
    expect(await session.outcome).toMatchObject({ answer: 'Done.' })
  })

  it('looks at what the loop judges, not at what it proposes', async () => {
    const { runtime } = world()
    const loop = loopOf('proposing', async (ctx) => {
      ctx.propose('Perhaps.', 1)
      await ctx.now()
      return 'Done.'
    })
    const session = await runtime.start(loop, 'Go.', { model, breakpoints: [{ scoreBelow: 3 }] })
    expect(await session.outcome).toMatchObject({ answer: 'Done.' })
  })

  it('has stopped a session once, whatever process goes on with it', async () => {
    const { runtime, afterCrash } = world()
    const loop = scoring(['score', { score: 1 }])
    const session = await runtime.start(loop, 'Go.', { model, breakpoints: [{ scoreBelow: 3 }] })
    await session.idle()
    const later = afterCrash(equipment(loop, model))
    await later.send(session.id, 'resume', {})
    expect(await (await later.resume(session.id)).outcome).toMatchObject({ answer: 'Done.' })
    expect(await reasonsOf(later, session.id)).toHaveLength(1)
  })
})
