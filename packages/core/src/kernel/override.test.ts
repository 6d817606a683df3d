import { memoryStore } from '@gyre/stores'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  behind,
  factsOfType,
  gate,
  loopOf,
  reactShapes,
  search,
  standing,
  stepPaths,
  textsOf,
  told,
  turns,
  withMethods,
  world,
} from '../../../../test/support/kernel.ts'
import { direct } from '../loops/direct.ts'
import { react } from '../loops/react.ts'
import { user } from '../messages.ts'
import { calls, modelOf, says, scriptedModel } from '../testing/scripted-model.ts'
import { defineTool } from '../tools/tool.ts'

describe.each(reactShapes)('an override, on $shape', ({ loop, prefix }) => {
  it('with a tool speaks for the model at the next request that offers tools', async () => {
    const { runtime, store } = world()
    const held = gate()
    const model = scriptedModel(behind(held, calls('search', { query: 'x' })), says('Done.'))
    const session = await runtime.start(loop, 'Look.', { model, tools: [search] })
    await held.isReached

    await told(session.override({ tool: 'search', input: { query: 'mine' } }, { by: 'ada' }))
    held.open()
    await session.outcome
    expect(textsOf(model.requests[1]).length).toBe(2 + 2 + 2)
    expect(model.requests[1]?.messages.at(-1)?.parts[0]).toMatchObject({ tool: 'search', text: 'Found mine.' })
    expect(await standing(store, session.id)).toEqual([`override applied at ${prefix}think#2`])
    const facts = await factsOfType(runtime, session.id, 'step.finished')
    expect(facts.find(({ path }) => path === `${prefix}think#2`)?.data).toMatchObject({ by: ['ada'] })
  })

  it('with a result stands for the next step', async () => {
    const { runtime, store } = world()
    const held = gate()
    const model = scriptedModel(behind(held, calls('search', { query: 'x' })), says('Done.'))
    const session = await runtime.start(loop, 'Look.', { model, tools: [search] })
    await held.isReached

    await told(session.override({ result: 'Nothing there.' }))
    held.open()
    await session.outcome
    expect(model.requests[1]?.messages.at(-1)?.parts[0]).toMatchObject({ text: 'Nothing there.' })
    expect(await standing(store, session.id)).toEqual([`override applied at ${prefix}act#1[0]`])
  })

  it('with a result and a path stands for the step at that path', async () => {
    const { runtime, store } = world()
    const held = gate()
    const model = scriptedModel(behind(held, calls('search', { query: 'x' })))
    const session = await runtime.start(loop, 'Look.', { model, tools: [search] })
    await held.isReached

    await told(session.override({ result: 'I say so.', path: `${prefix}think#2` }))
    held.open()
    expect(await session.outcome).toMatchObject({ answer: 'I say so.' })
    expect(await standing(store, session.id)).toEqual([`override applied at ${prefix}think#2`])
    expect(model.requests).toHaveLength(1)
  })
})

describe('an override', () => {
  it('with a tool is rejected where no tools are', async () => {
    const { runtime, store } = world()
    const held = gate()
    const session = await runtime.start(direct, 'Hello.', { model: scriptedModel(behind(held, says('Hi.'))) })
    await held.isReached
    await told(session.override({ tool: 'search' }))
    held.open()
    await session.outcome
    expect(await standing(store, session.id)).toEqual(['override rejected: no-tools'])
  })

  it('with a tool is rejected when no request came that offers tools', async () => {
    const { runtime, store } = world()
    const held = gate()
    const model = scriptedModel(behind(held, says('Hi.')))
    const session = await runtime.start(direct, 'Hello.', { model, tools: [search] })
    await held.isReached
    await told(session.override({ tool: 'search', input: { query: 'x' } }))
    held.open()
    await session.outcome
    expect(await standing(store, session.id)).toEqual(['override rejected: no-tools'])
    expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true })
  })

  it('with a tool came too late for a session that is aborted', async () => {
    const { runtime, store } = world()
    const held = gate()
    const session = await runtime.start(direct, 'Hello.', {
      model: scriptedModel(behind(held, says('Hi.'))),
      tools: [search],
    })
    await held.isReached
    await told(session.override({ tool: 'search' }))
    await session.abort()
    await session.outcome
    expect((await standing(store, session.id))[0]).toBe('override rejected: session-ended')
  })

  it('with a tool nobody has is rejected', async () => {
    const { runtime, store } = world()
    const held = gate()
    const model = scriptedModel(behind(held, says('Hi.')))
    const session = await runtime.start(react, 'Hello.', { model, tools: [search] })
    await held.isReached
    await told(session.override({ tool: 'serch' }))
    held.open()
    await session.outcome
    expect(await standing(store, session.id)).toEqual(['override rejected: tool-unknown'])
  })

  it('with a tool reaches a child loop that has tools of its own', async () => {
    const { runtime, store } = world()
    const held = gate()
    const parent = loopOf('parent', async (ctx) => (await ctx.runLoop(react, 'Look.', { tools: [search] })).answer)
    const model = scriptedModel(behind(held, calls('search', { query: 'x' })), says('Done.'))
    const session = await runtime.start(parent, 'Go.', { model })
    await held.isReached
    await told(session.override({ tool: 'search', input: { query: 'mine' } }))
    held.open()
    expect(await session.outcome).toMatchObject({ answer: 'Done.' })
    expect(await standing(store, session.id)).toEqual(['override applied at runLoop#1/react/think#2'])
  })

  it('with a tool passes over requests that do not offer it', async () => {
    const { runtime } = world()
    const held = gate()
    const mixed = loopOf('mixed', async (ctx) => {
      await ctx.generate([user('first')])
      await ctx.generate([user('no tools')])
      const reply = await ctx.generate([user('tools')], { tools: ctx.tools })
      return reply.toolCalls.map(({ tool }) => tool)
    })
    const model = scriptedModel(behind(held, says('a')), says('b'))
    const session = await runtime.start(mixed, 'Go.', { model, tools: [search] })
    await held.isReached
    await told(session.override({ tool: 'search', input: { query: 'q' } }))
    held.open()
    expect(await session.outcome).toMatchObject({ answer: ['search'] })
    expect(await stepPaths(runtime, session.id)).toEqual(['generate#1', 'generate#2', 'generate#3'])
  })

  it('at a path that is recorded already is rejected', async () => {
    const { runtime, store } = world()
    const held = gate()
    const model = scriptedModel(calls('search', { query: 'x' }), behind(held, says('Done.')))
    const session = await runtime.start(react, 'Look.', { model, tools: [search] })
    await held.isReached
    await told(session.override({ result: 'Too late.', path: 'act#1[0]' }))
    held.open()
    await session.outcome
    expect(await standing(store, session.id)).toEqual(['override rejected: path-passed'])
  })

  it('at the path of the step in flight is rejected', async () => {
    const { runtime, store } = world()
    const held = gate()
    const model = scriptedModel(behind(held, calls('search', { query: 'x' })), says('Done.'))
    const session = await runtime.start(react, 'Look.', { model, tools: [search] })
    await held.isReached
    await told(session.override({ result: 'Too late.', path: 'think#1' }))
    expect(await standing(store, session.id)).toEqual(['override rejected: path-passed'])
    held.open()
    await session.outcome
  })

  it('is not lost while the journal is looked through for its path', async () => {
    const real = memoryStore()
    const [held, slow] = [gate(), gate()]
    const journal = withMethods(real.journal, {
      read: async (...args) => {
        await slow.pass()
        return real.journal.read(...args)
      },
    })
    const { runtime, store } = world({ store: { ...real, journal } })
    const model = scriptedModel(behind(held, calls('search', { query: 'x' })), says('Done.'))
    const session = await runtime.start(react, 'Look.', { model, tools: [search] })
    await held.isReached
    await session.override({ result: 'Nothing there.', path: 'act#1[0]' })
    await slow.isReached
    held.open()
    await turns()
    slow.open()
    await session.outcome
    expect(await standing(store, session.id)).toEqual(['override applied at act#1[0]'])
  })

  it('gives a typed value to generateObject', async () => {
    const { runtime } = world()
    const held = gate()
    const typed = loopOf('typed', async (ctx) => {
      await ctx.generate([user('first')])
      return ctx.generateObject(z.object({ score: z.number() }), [user('Rate it.')])
    })
    const session = await runtime.start(typed, 'Go.', { model: scriptedModel(behind(held, says('a'))) })
    await held.isReached
    await told(session.override({ result: { score: 4 } }))
    held.open()
    expect(await session.outcome).toMatchObject({ answer: { score: 4 } })
  })

  it('costs nothing, and the world is not touched', async () => {
    const { runtime } = world()
    const held = gate()
    const sent: string[] = []
    const send = defineTool({
      name: 'send',
      description: 'Sends a letter.',
      input: z.object({ to: z.string() }),
      run: ({ to }) => {
        sent.push(to)
      },
    })
    const model = scriptedModel(behind(held, calls('send', { to: 'ada' })), says('Done.'))
    const session = await runtime.start(react, 'Write.', { model, tools: [send] })
    await held.isReached
    await told(session.override({ result: 'Sent by hand.' }))
    held.open()
    expect(await session.outcome).toMatchObject({ usage: { modelCalls: 2, toolCalls: 0 } })
    expect(sent).toEqual([])
  })

  it('of one branch leaves the others alone', async () => {
    const { runtime } = world()
    const held = gate()
    const fan = loopOf('fan', async (ctx) => {
      await ctx.generate([user('first')])
      return ctx.map(['a', 'b'], async (item, branch) => (await branch.generate([user(item)])).text)
    })
    const model = modelOf(async (_, { path }) => {
      if (path === 'generate#1') await held.pass()
      return says('model')
    })
    const session = await runtime.start(fan, 'Go.', { model })
    await held.isReached
    await told(session.override({ result: 'person', path: 'map#1[1]/generate#1' }))
    held.open()
    expect(await session.outcome).toMatchObject({ answer: ['model', 'person'] })
  })
})
