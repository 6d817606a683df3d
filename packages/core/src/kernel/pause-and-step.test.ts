import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  behind,
  gate,
  loopOf,
  reactShapes,
  search,
  standing,
  stepPaths,
  told,
  turns,
  untilFact,
  world,
} from '../../../../test/support/kernel.ts'
import { react } from '../loops/react.ts'
import { user } from '../messages.ts'
import { calls, modelOf, says, scriptedModel } from '../testing/scripted-model.ts'
import { defineTool } from '../tools/tool.ts'

describe.each(reactShapes)('pause, on $shape', ({ loop, prefix }) => {
  it('lets the step in flight finish and begins no other until resume', async () => {
    const { runtime, store } = world()
    const held = gate()
    const model = scriptedModel(behind(held, calls('search', { query: 'x' })), says('Done.'))
    const session = await runtime.start(loop, 'Look.', { model, tools: [search] })
    await held.isReached

    await told(session.pause())
    held.open()
    expect(await session.idle()).toBe('paused')
    await turns()
    expect(await stepPaths(runtime, session.id)).toEqual([`${prefix}think#1`])
    expect((await runtime.read(session.id)).view.status).toBe('paused')

    await told(session.resume())
    expect(await session.outcome).toMatchObject({ outcome: 'answered', answer: 'Done.' })
    expect(await standing(store, session.id)).toEqual([
      'pause applied at the beginning',
      `resume applied at ${prefix}think#1`,
    ])
  })

  it('is left by `step` for exactly one step', async () => {
    const { runtime, store } = world()
    const held = gate()
    const model = scriptedModel(behind(held, calls('search', { query: 'x' })), says('Done.'))
    const session = await runtime.start(loop, 'Look.', { model, tools: [search] })
    await held.isReached
    await told(session.pause())
    held.open()
    await session.idle()

    await told(session.step())
    await untilFact(session, 'step.finished', `${prefix}act#1[0]`)
    expect(await session.idle()).toBe('paused')
    await turns()
    expect(await stepPaths(runtime, session.id)).toEqual([`${prefix}think#1`, `${prefix}act#1[0]`])

    await told(session.resume())
    expect(await session.outcome).toMatchObject({ answer: 'Done.' })
    expect((await standing(store, session.id))[1]).toBe(`step applied at ${prefix}act#1[0]`)
  })

  it('follows one more step when a running session is told to `step`', async () => {
    const { runtime } = world()
    const held = gate()
    const model = scriptedModel(behind(held, calls('search', { query: 'x' })), says('Done.'))
    const session = await runtime.start(loop, 'Look.', { model, tools: [search] })
    await held.isReached

    await told(session.step())
    held.open()
    await untilFact(session, 'step.finished', `${prefix}act#1[0]`)
    expect(await session.idle()).toBe('paused')
    expect(model.requests).toHaveLength(1)
  })
})

describe('pause', () => {
  const fan = loopOf('fan', async (ctx) => {
    const replies = await ctx.map(['a', 'b', 'c'], async (item, branch) => {
      await branch.generate([user(item)])
      return (await branch.generate([user(item)])).text
    })
    return replies.join('')
  })

  it('waits for every branch in flight, and holds them all', async () => {
    const { runtime } = world()
    const gates = [gate(), gate(), gate()]
    const model = modelOf(async (_, { path }) => {
      const branch = Number(/\[(\d)\]/.exec(path)?.[1])
      if (path.endsWith('#1')) await gates[branch]?.pass()
      return says('x')
    })
    const session = await runtime.start(fan, 'Go.', { model })
    await Promise.all(gates.map((each) => each.isReached))

    await told(session.pause())
    gates[0]?.open()
    await turns()
    expect((await runtime.read(session.id)).view.status).toBe('running')
    gates[1]?.open()
    gates[2]?.open()
    expect(await session.idle()).toBe('paused')
    expect(model.requests).toHaveLength(3)

    await told(session.resume())
    expect(await session.outcome).toMatchObject({ answer: 'xxx' })
  })

  it('lets one step through for each `step`, whatever branch takes it', async () => {
    const { runtime } = world()
    const held = gate()
    const model = modelOf(async (_, { path }) => {
      if (path.endsWith('#1')) await held.pass()
      return says('x')
    })
    const session = await runtime.start(fan, 'Go.', { model })
    await held.isReached
    await told(session.pause())
    held.open()
    await session.idle()

    await told(session.step())
    await told(session.step())
    await turns()
    expect(await session.idle()).toBe('paused')
    expect(model.requests).toHaveLength(5)
  })

  it('holds branches that wait for a share of the budget', async () => {
    const { runtime } = world()
    const held = gate()
    const model = modelOf(async (_, { path }) => {
      if (path === 'map#1[0]/generate#1') await held.pass()
      return says('x', { inputTokens: 1, outputTokens: 1 })
    })
    const session = await runtime.start(fan, 'Go.', { model, budget: { outputTokens: 400 } })
    await held.isReached
    await turns()
    expect(model.requests).toHaveLength(1)

    await told(session.pause())
    held.open()
    expect(await session.idle()).toBe('paused')
    expect(model.requests).toHaveLength(1)

    await told(session.resume())
    expect(await session.outcome).toMatchObject({ outcome: 'answered', answer: 'xxx' })
  })

  it('lets a tool in flight finish, with the model calls it makes', async () => {
    const { runtime } = world()
    const held = gate()
    const summarise = defineTool({
      name: 'summarise',
      description: 'Summarises.',
      input: z.object({}),
      run: async (_, context) => {
        await held.pass()
        return (await context.generate([user('Sum up.')])).text
      },
    })
    const model = scriptedModel(calls('summarise'), says('Short.'), says('Done.'))
    const session = await runtime.start(react, 'Look.', { model, tools: [summarise] })
    await held.isReached

    await told(session.pause())
    held.open()
    expect(await session.idle()).toBe('paused')
    expect(await stepPaths(runtime, session.id)).toEqual(['think#1', 'act#1[0]/generate#1', 'act#1[0]'])
  })

  it('is told to a person who resumes what is not paused', async () => {
    const { runtime, store } = world()
    const held = gate()
    const session = await runtime.start(react, 'Look.', { model: scriptedModel(behind(held, says('Done.'))) })
    await held.isReached
    await told(session.resume())
    held.open()
    await session.outcome
    expect(await standing(store, session.id)).toEqual(['resume rejected: not-paused'])
  })

  it('gives the phase back as the status when the session goes on', async () => {
    const { runtime } = world()
    const held = [gate(), gate()]
    const model = scriptedModel(behind(held[0]!, says('a')), behind(held[1]!, says('b')))
    const phased = loopOf('phased', async (ctx) => {
      ctx.phase('executing')
      await ctx.generate([user('one')])
      return (await ctx.generate([user('two')])).text
    })
    const session = await runtime.start(phased, 'Go.', { model })
    await held[0]?.isReached
    await told(session.pause())
    held[0]?.open()
    await session.idle()

    await told(session.resume())
    await held[1]?.isReached
    expect((await runtime.read(session.id)).view.status).toBe('executing')
    held[1]?.open()
    await session.outcome
  })
})
