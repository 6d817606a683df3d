import { memoryStore } from '@gyre/stores'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  behind,
  equipment,
  factsOf,
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
import { react } from '../loops/react.ts'
import { user } from '../messages.ts'
import type { Model } from '../ports/model.ts'
import type { Interventions } from '../ports/store.ts'
import { calls, modelOf, says, scriptedModel } from '../testing/scripted-model.ts'
import { defineTool } from '../tools/tool.ts'

const answerNow = /^Answer now, from what is above/

describe.each(reactShapes)('finish, on $shape', ({ loop, prefix }) => {
  it('lets the step in flight end and asks the author once more for the answer', async () => {
    const { runtime, store } = world()
    const held = gate()
    const model = scriptedModel(behind(held, calls('search', { query: 'x' })), says('From what I have.'))
    const session = await runtime.start(loop, 'Look.', { model, tools: [search] })
    await held.isReached

    await told(session.finish())
    held.open()
    expect(await session.outcome).toMatchObject({ outcome: 'answered', answer: 'From what I have.' })
    expect(await standing(store, session.id)).toEqual([`finish applied at ${prefix}act#1[0]`])
    expect(await stepPaths(runtime, session.id)).toEqual([`${prefix}think#1`, `${prefix}act#1[0]`, 'wrap-up#1'])
    expect(textsOf(model.requests[1]).at(-1)).toMatch(answerNow)
    expect(model.requests[1]?.tools).toBeUndefined()
  })

  it('wakes a paused session', async () => {
    const { runtime } = world()
    const held = gate()
    const model = scriptedModel(behind(held, calls('search', { query: 'x' })), says('From what I have.'))
    const session = await runtime.start(loop, 'Look.', { model, tools: [search] })
    await held.isReached
    await told(session.pause())
    held.open()
    await session.idle()

    await session.finish()
    expect(await session.outcome).toMatchObject({ outcome: 'answered', answer: 'From what I have.' })
  })
})

describe('finish', () => {
  it('gives the author the last request of the root, with all it has seen, and the best answer so far', async () => {
    const { runtime } = world()
    const held = gate()
    const proposing = loopOf('proposing', async (ctx) => {
      const messages = [user('Look.')]
      const reply = await ctx.generate(messages)
      messages.push(reply.message)
      ctx.propose('Perhaps 42.')
      messages.push(user('Go on.'))
      return (await ctx.generate(messages)).text
    })
    const model = scriptedModel(behind(held, says('Hm.')), says('42.'))
    const session = await runtime.start(proposing, 'Look.', { model })
    await held.isReached
    await told(session.finish())
    held.open()
    await session.outcome
    expect(textsOf(model.requests[1])).toEqual([
      'Look.',
      'Hm.',
      'Go on.',
      'Answer now, from what is above. Say what is uncertain. No more tools can be used.\n\nThe best answer so far:\nPerhaps 42.',
    ])
  })

  it('shows the author what the last tool found', async () => {
    const { runtime } = world()
    const held = gate()
    const slow = defineTool({
      ...search,
      input: z.object({ query: z.string() }),
      run: () => held.pass().then(() => 'Found it.'),
    })
    const model = scriptedModel(calls('search', { query: 'x' }), says('It is there.'))
    const session = await runtime.start(react, 'Look.', { model, tools: [slow] })
    await held.isReached
    await told(session.finish())
    held.open()
    await session.outcome
    const observed = model.requests[1]?.messages
      .flatMap(({ parts }) => parts)
      .filter(({ type }) => type === 'tool-result')
    expect(observed).toMatchObject([{ text: 'Found it.' }])
  })

  it('says the instructions and the added context once', async () => {
    const { runtime } = world()
    const held = gate()
    const model = scriptedModel(behind(held, calls('search', { query: 'x' })), says('Done.'))
    const session = await runtime.start(react, 'Look.', { model, tools: [search], instructions: 'Answer in Danish.' })
    await held.isReached
    await told(session.addContext('It is late.'))
    await told(session.finish())
    held.open()
    await session.outcome
    const said = textsOf(model.requests[1])
    expect(said.filter((text) => text === 'Answer in Danish.')).toHaveLength(1)
    expect(said.filter((text) => text === '[CONTEXT] It is late.')).toHaveLength(1)
  })

  it('reads the last answer of a model that speaks the text protocol', async () => {
    const { runtime } = world()
    const held = gate()
    const call = says('Thought: look\nAction: search\nAction Input: {"query":"x"}')
    const model = scriptedModel(behind(held, call), says('Thought: I must stop.\nFINAL_ANSWER: 42'))
    const session = await runtime.start(react, 'Look.', { model, tools: [search], config: { protocol: 'text' } })
    await held.isReached
    await told(session.finish())
    held.open()
    expect(await session.outcome).toMatchObject({ answer: '42' })
  })

  it('ends every branch of a map at its next step', async () => {
    const { runtime } = world()
    const held = gate()
    const fan = loopOf('fan', async (ctx) => {
      await ctx.map(['a', 'b'], async (item, branch) => {
        await branch.generate([user(item)])
        await branch.generate([user(item)])
      })
      return 'never'
    })
    const model = modelOf(async (_, { path }) => {
      if (path.endsWith('generate#1')) await held.pass()
      return says(path)
    })
    const session = await runtime.start(fan, 'Go.', { model })
    await held.isReached
    await told(session.finish())
    held.open()
    expect(await session.outcome).toMatchObject({ outcome: 'answered', answer: 'wrap-up#1' })
    expect(model.requests).toHaveLength(3)
  })

  it('ends a loop that does not listen', async () => {
    const { runtime } = world()
    const held = gate()
    const stubborn = loopOf('stubborn', async (ctx) => {
      for (;;) await ctx.generate([user('x')]).catch(() => {})
    })
    const model = modelOf(async (_, { path }) => {
      if (path === 'generate#1') await held.pass()
      return says(path)
    })
    const session = await runtime.start(stubborn, 'Go.', { model })
    await held.isReached
    await told(session.finish())
    held.open()
    expect(await session.outcome).toMatchObject({ outcome: 'answered', answer: 'wrap-up#1' })
    expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true })
  })

  it('ends a session that waits for an answer', async () => {
    const { runtime, store } = world()
    const asking = loopOf('asking', async (ctx) => ctx.askHuman('Which one?'))
    const session = await runtime.start(asking, 'Go.', { model: scriptedModel(says('Either.')) })
    await session.idle()
    await session.finish()
    expect(await session.outcome).toMatchObject({ outcome: 'answered', answer: 'Either.' })
    expect(await standing(store, session.id)).toEqual(['finish applied at ask#1'])
  })

  it('ends a session that waits for an approval, and the call is not made', async () => {
    const { runtime } = world()
    const careful = { ...search, approval: 'always' as const }
    const model = scriptedModel(calls('search', { query: 'x' }), says('I was not allowed to look.'))
    const session = await runtime.start(react, 'Look.', { model, tools: [careful] })
    await session.idle()
    await session.finish()
    expect(await session.outcome).toMatchObject({ outcome: 'answered', usage: { toolCalls: 0 } })
  })

  it('ends a session that asks for more budget', async () => {
    const { runtime } = world()
    const endless = loopOf('endless', async (ctx) => {
      for (;;) await ctx.generate([user('x')])
    })
    const budget = { modelCalls: 2, onExhausted: 'ask' } as const
    const session = await runtime.start(endless, 'Go.', { model: modelOf((_, { path }) => says(path)), budget })
    await session.idle()
    await session.finish()
    expect(await session.outcome).toMatchObject({ outcome: 'answered', answer: 'wrap-up#1' })
  })

  it('holds after the process died before the answer came', async () => {
    const { runtime, afterCrash } = world()
    const held = [gate(), gate()]
    const model = scriptedModel(behind(held[0]!, calls('search', { query: 'x' })), behind(held[1]!, says('never')))
    const session = await runtime.start(react, 'Look.', { model, tools: [search] })
    await held[0]?.isReached
    await told(session.finish())
    held[0]?.open()
    await held[1]?.isReached

    const second = scriptedModel(says('Done.'))
    const later = afterCrash(equipment(react as never, second, search))
    expect(await (await later.resume(session.id)).outcome).toMatchObject({ outcome: 'answered', answer: 'Done.' })
    expect(second.requests.map(textsOf)).toEqual(model.requests.slice(1).map(textsOf))
  })
})

/** A model that says something, then hangs, whatever its signal says. */
function deafModel(onSaid: () => void): Model {
  return {
    id: 'test/deaf',
    async *stream() {
      yield { type: 'text', text: 'So far ' }
      yield { type: 'text', text: 'so good' }
      onSaid()
      await new Promise(() => {})
    },
  }
}

describe.each(reactShapes)('abort, on $shape', ({ loop, prefix }) => {
  it('ends calls in flight at once, though the model does not listen, and keeps what it said', async () => {
    const { runtime, store } = world()
    const held = gate()
    const session = await runtime.start(loop, 'Look.', { model: deafModel(held.pass) })
    await held.isReached
    await turns(2)

    await session.abort()
    expect(await session.outcome).toMatchObject({ outcome: 'aborted', status: 'aborted', answer: null })
    expect(await standing(store, session.id)).toEqual(['abort applied at the beginning'])
    const [failed] = await factsOfType(runtime, session.id, 'step.failed')
    expect(failed).toMatchObject({
      path: `${prefix}think#1`,
      data: {
        error: { code: 'aborted' },
        partial: [{ type: 'text', text: 'So far so good' }],
        usage: { inputTokens: expect.any(Number), outputTokens: expect.any(Number) },
        estimated: true,
      },
    })
  })
})

describe('abort', () => {
  it('tells model and tool through their signal', async () => {
    const { runtime } = world()
    const held = [gate(), gate()]
    const signals: AbortSignal[] = []
    const wait = defineTool({
      name: 'wait',
      description: 'Waits.',
      input: z.object({}),
      run: async (_, { signal }) => {
        signals.push(signal)
        await held[0]?.pass()
      },
    })
    const both = loopOf('both', async (ctx) => {
      await Promise.all([
        ctx.generate([user('x')]),
        ctx.callTools([{ type: 'tool-call', id: '1', tool: 'wait', input: {} }]),
      ])
      return 'never'
    })
    const model = modelOf(async (_, { signal }) => {
      signals.push(signal)
      await held[1]?.pass()
      return says('never')
    })
    const session = await runtime.start(both, 'Go.', { model, tools: [wait] })
    await Promise.all(held.map((each) => each.isReached))
    await session.abort()
    await session.outcome
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true])
  })

  it('begins no call that was waiting for a share of the budget', async () => {
    const { runtime } = world()
    const held = gate()
    const fan = loopOf('fan', async (ctx) => {
      await ctx.map(['a', 'b', 'c'], (item, branch) => branch.generate([user(item)]))
      return 'never'
    })
    const model = modelOf(behind(held, says('x')))
    const session = await runtime.start(fan, 'Go.', { model, budget: { outputTokens: 400 } })
    await held.isReached
    await session.abort()
    await session.outcome
    held.open()
    await turns()
    expect(model.requests).toHaveLength(1)
  })

  it('begins no call that is just being steered', async () => {
    const real = memoryStore()
    const slow = gate()
    const take: Interventions['take'] = async (id) => {
      const taken = await real.interventions.take(id)
      if (taken?.action === 'steer') await slow.pass()
      return taken
    }
    const store = { ...real, interventions: withMethods(real.interventions, { take }) }
    const { runtime } = world({ store })
    const held = gate()
    const model = scriptedModel(behind(held, calls('search', { query: 'x' })), says('never'))
    const session = await runtime.start(react, 'Look.', { model, tools: [search] })
    await held.isReached
    await told(session.steer('Be brief.'))
    held.open()
    await slow.isReached
    await session.abort()
    expect(await session.outcome).toMatchObject({ outcome: 'aborted' })
    slow.open()
    await turns()
    expect(model.requests).toHaveLength(1)
    expect(await standing(store, session.id)).toEqual(['steer rejected: session-ended', 'abort applied at act#1[0]'])
  })

  it('ends a paused session, and one that waits for a person', async () => {
    const { runtime } = world()
    const asking = loopOf('asking', async (ctx) => ctx.askHuman('Which one?'))
    const session = await runtime.start(asking, 'Go.', { model: modelOf(() => says('x')) })
    expect(await session.idle()).toBe('waiting')
    await session.abort()
    expect(await session.outcome).toMatchObject({ outcome: 'aborted' })
  })

  it('keeps the best answer so far', async () => {
    const { runtime } = world()
    const held = gate()
    const proposing = loopOf('proposing', async (ctx) => {
      ctx.propose('Perhaps 42.')
      return (await ctx.generate([user('x')])).text
    })
    const session = await runtime.start(proposing, 'Go.', { model: scriptedModel(behind(held, says('never'))) })
    await held.isReached
    await session.abort()
    expect(await session.outcome).toMatchObject({ outcome: 'aborted', answer: 'Perhaps 42.' })
  })

  it('ends a loop that catches everything and tries again', async () => {
    const { runtime } = world()
    const held = gate()
    const stubborn = loopOf('stubborn', async (ctx) => {
      for (;;) {
        try {
          await ctx.generate([user('x')])
        } catch {
          // Once more.
        }
      }
    })
    const session = await runtime.start(stubborn, 'Go.', { model: modelOf(behind(held, says('x'))) })
    await held.isReached
    await session.abort()
    expect(await session.outcome).toMatchObject({ outcome: 'aborted' })
  })

  it('writes the end last, and nothing after it', async () => {
    const { runtime } = world()
    const held = gate()
    const model = modelOf(behind(held, says('late')))
    const session = await runtime.start(react, 'Look.', { model })
    await held.isReached
    await session.abort()
    await session.outcome
    held.open()
    await turns()
    expect((await factsOf(runtime, session.id)).at(-1)?.type).toBe('session.ended')
  })
})
