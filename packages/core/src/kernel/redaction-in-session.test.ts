import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { equipment, gate, loopOf, search, told, world } from '../../../../test/support/kernel.ts'
import { GyreError } from '../errors.ts'
import type { Runtime, Session, SessionEvent } from '../index.ts'
import { direct } from '../loops/direct.ts'
import { react } from '../loops/react.ts'
import { user } from '../messages.ts'
import type { Model, ModelPart } from '../ports/model.ts'
import { inMemoryMemory, letterEmbedder } from '../testing/memory-ports.ts'
import { calls, fails, modelOf, says, scriptedModel } from '../testing/scripted-model.ts'
import { defineTool, toolOutput } from '../tools/tool.ts'
import type { LoopContext } from './context.ts'

const secret = 'hunter2-hunter2'
const mark = '[redacted]'

const secretive = () => world({ secrets: [secret], embedder: letterEmbedder, memory: inMemoryMemory() })

/** Everything that is stored of a session or listed about it, as text. */
async function storedText(runtime: Runtime, session: Session): Promise<string> {
  const { rows, row } = await runtime.read(session.id)
  return JSON.stringify([rows, row, await runtime.store.interventions.list(session.id)])
}

async function eventsOf(session: Session): Promise<readonly SessionEvent[]> {
  return Array.fromAsync(session.events)
}

const tool = (run: () => unknown) =>
  defineTool({ name: 'leak', description: 'Leaks.', input: z.object({}), effect: 'pure', run })

describe('a secret', () => {
  it.each<[string, () => unknown]>([
    ['text', () => `The key is ${secret}.`],
    ['data', () => ({ key: secret, [secret]: 1 })],
    ['output', () => toolOutput({ text: secret, data: [secret] })],
    [
      'error',
      () => {
        throw new Error(`Cannot use ${secret}.`)
      },
    ],
  ])('in the %s of a tool reaches neither loop, model, journal nor watcher', async (_, run) => {
    const { runtime } = secretive()
    const model = scriptedModel(calls('leak'), says('Done.'))
    const session = await runtime.start(react, 'Look.', { model, tools: [tool(run)] })
    const events = await eventsOf(session)
    expect(JSON.stringify(model.requests)).not.toContain(secret)
    expect(JSON.stringify(model.requests)).toContain(mark)
    expect(JSON.stringify(events)).not.toContain(secret)
    expect(await storedText(runtime, session)).not.toContain(secret)
  })

  it('in the task, its conversation, its files or the instructions is taken out before anything is stored', async () => {
    const { runtime } = secretive()
    const model = scriptedModel(says('Done.'))
    const file = { type: 'file', name: 'a.txt', mediaType: 'text/plain', data: `k=${secret}` } as const
    const task = { goal: `Use ${secret}.`, messages: [user(`Mine is ${secret}.`)], files: [file] }
    const session = await runtime.start(direct, task, { model, instructions: `Never say ${secret}.` })
    await session.outcome
    expect(JSON.stringify(model.requests)).not.toContain(secret)
    expect(await storedText(runtime, session)).not.toContain(secret)
  })

  it('that a model says is taken out of its text, reasoning, calls and raw reply', async () => {
    const { runtime } = secretive()
    const model = scriptedModel(
      { ...calls('search', { query: secret }, `I use ${secret}.`), reasoning: `Remember ${secret}.` },
      says(`Thought: ${secret}\nFINAL_ANSWER: It is ${secret}.`),
    )
    const session = await runtime.start(react, 'Look.', { model, tools: [search] })
    const events = await eventsOf(session)
    expect(await session.outcome).toMatchObject({ answer: `It is ${mark}.` })
    expect(JSON.stringify(events)).not.toContain(secret)
    expect(await storedText(runtime, session)).not.toContain(secret)
  })

  it('that a failing model tells is taken out of the error, and of the text so far', async () => {
    const { runtime } = secretive()
    const error = new GyreError('model-auth', `The key ${secret} is wrong.`)
    const session = await runtime.start(direct, 'Go.', { model: scriptedModel(fails(error, `So ${secret} far`)) })
    const events = await eventsOf(session)
    expect((await session.outcome).error?.message).toBe(`The key ${mark} is wrong.`)
    expect(JSON.stringify(events)).not.toContain(secret)
    expect(await storedText(runtime, session)).not.toContain(secret)
  })

  it('that a person sends is taken out of every intervention', async () => {
    const { runtime } = secretive()
    const held = gate()
    const asking = loopOf('asking', async (ctx) => {
      await ctx.generate([user('x')])
      await ctx.generate([user('y')])
      return ctx.askHuman('Which?')
    })
    const model = modelOf(async (_, { path }) => {
      if (path === 'generate#1') await held.pass()
      return says('x')
    })
    const session = await runtime.start(asking, 'Go.', { model })
    await held.isReached
    await told(session.steer(`Use ${secret}.`))
    await told(session.addContext(`It is ${secret}.`))
    held.open()
    await session.idle()
    await session.answer(`Take ${secret}.`)
    expect(await session.outcome).toMatchObject({ answer: `Take ${mark}.` })
    expect(JSON.stringify(model.requests)).not.toContain(secret)
    expect(await storedText(runtime, session)).not.toContain(secret)
  })

  const uses: readonly [string, (ctx: LoopContext) => Promise<unknown>][] = [
    ['generate', (ctx) => ctx.generate([user(`Say ${secret}.`)])],
    ['generateObject', (ctx) => ctx.generateObject(z.string(), [user(secret)], { fallback: () => 'x', repairs: 0 })],
    ['callTools', (ctx) => ctx.callTools([{ type: 'tool-call', id: '1', tool: 'search', input: { query: secret } }])],
    ['runLoop', (ctx) => ctx.runLoop(direct, `Say ${secret}.`)],
    ['embed', (ctx) => ctx.embed([secret])],
    ['recall', (ctx) => ctx.recall(secret)],
    ['remember', (ctx) => ctx.remember({ text: secret })],
    ['cache', (ctx) => ctx.cache(secret, async () => secret)],
    ['plan', (ctx) => ctx.plan([{ id: '1', goal: secret }])],
    ['note', async (ctx) => ctx.note('n', { secret })],
    ['propose', async (ctx) => ctx.propose(secret)],
    ['phase', async (ctx) => ctx.phase(secret)],
  ]

  it.each(uses)('that a loop itself hands to `%s` is not written down', async (_, use) => {
    const { runtime } = secretive()
    const loop = loopOf('careless', async (ctx) => {
      await use(ctx)
      return 'Done.'
    })
    const session = await runtime.start(loop, 'Go.', { model: modelOf(() => says('"x"')), tools: [search] })
    const events = await eventsOf(session)
    expect(await session.outcome).toMatchObject({ outcome: 'answered' })
    expect(JSON.stringify(events)).not.toContain(secret)
    expect(await storedText(runtime, session)).not.toContain(secret)
    expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true, drift: [] })
  })

  it('in a question, in the end of a loop or in its failure is not written down', async () => {
    const { runtime } = secretive()
    const asking = loopOf('asking', async (ctx) => {
      await ctx.askHuman(`Is it ${secret}?`)
      return { answer: secret, gap: secret, details: { secret } }
    })
    const session = await runtime.start(asking, 'Go.', { model: modelOf(() => says('x')) })
    await session.idle()
    await session.answer('yes')
    expect(await session.outcome).toMatchObject({ answer: mark, gap: mark, details: { secret: mark } })
    const failing = loopOf('failing', async () => {
      throw new Error(`Broken by ${secret}.`)
    })
    const failed = await runtime.start(failing, 'Go.', { model: modelOf(() => says('x')) })
    expect((await failed.outcome).error?.message).toBe(`Broken by ${mark}.`)
    expect(await storedText(runtime, session)).not.toContain(secret)
    expect(await storedText(runtime, failed)).not.toContain(secret)
  })

  it('is as unknown to a replay as it was to the run', async () => {
    const seen: unknown[] = []
    const looking = loopOf('looking', async (ctx) => {
      const found = await ctx.callTools([{ type: 'tool-call', id: '1', tool: 'leak', input: {} }])
      seen.push(found)
      return (await ctx.generate([user('?'), ...found])).text
    })
    const held = gate()
    const { runtime, afterCrash } = secretive()
    const leak = tool(() => `The key is ${secret}.`)
    const hung = modelOf(() => held.pass().then(() => says('never')))
    const session = await runtime.start(looking, 'Go.', { model: hung, tools: [leak] })
    await held.isReached
    const later = afterCrash(
      equipment(
        looking,
        modelOf(() => says('Done.')),
        leak,
      ),
    )
    await (await later.resume(session.id)).outcome
    expect(seen[1]).toEqual(seen[0])
    expect(JSON.stringify(seen)).toContain(mark)
  })
})

/** Streams these parts, each in a turn of the event loop of its own. */
function streaming(...parts: readonly ModelPart[]): Model {
  return {
    id: 'test/parts',
    async *stream() {
      for (const part of parts) {
        await new Promise((resolve) => setImmediate(resolve))
        yield part
      }
      yield { type: 'finish', reason: 'stop', usage: { inputTokens: 1, outputTokens: 1 } }
    },
  }
}

describe('a secret that streams in two pieces', () => {
  const halves = [secret.slice(0, 7), secret.slice(7)] as const

  it.each(['text', 'reasoning'] as const)('is not shown in the deltas of the %s', async (type) => {
    const { runtime } = secretive()
    const model = streaming({ type, text: `It is ${halves[0]}` }, { type, text: `${halves[1]} now.` })
    const session = await runtime.start(direct, 'Go.', { model })
    const deltas = (await eventsOf(session)).filter((event) => event.type === `${type}.delta`)
    expect(deltas.map(({ data }) => data['text']).join('')).toBe(`It is ${mark} now.`)
  })

  it('is not shown in the deltas of the arguments of a tool', async () => {
    const { runtime } = secretive()
    const call = { id: '1', tool: 'search' }
    const model = streaming(
      { type: 'tool-input', ...call, text: `{"query":"${halves[0]}` },
      { type: 'tool-input', ...call, text: `${halves[1]}"}` },
      { type: 'tool-call', ...call, input: `{"query":"${secret}"}` },
    )
    const session = await runtime.start(direct, 'Go.', { model })
    const deltas = (await eventsOf(session)).filter(({ type }) => type === 'tool.input.delta')
    expect(deltas.map(({ data }) => data['text']).join('')).toBe(`{"query":"${mark}"}`)
  })

  it('is not shown in half to somebody who begins to watch in between', async () => {
    const { runtime } = secretive()
    const held = gate()
    const model: Model = {
      id: 'test/late',
      async *stream() {
        yield { type: 'text', text: `It is ${halves[0]}` }
        await held.pass()
        yield { type: 'text', text: `${halves[1]} now.` }
        yield { type: 'finish', reason: 'stop', usage: { inputTokens: 1, outputTokens: 1 } }
      },
    }
    const session = await runtime.start(direct, 'Go.', { model })
    await held.isReached
    const watching = eventsOf(session)
    await new Promise((resolve) => setImmediate(resolve))
    held.open()
    const deltas = (await watching).filter(({ type }) => type === 'text.delta')
    const shown = deltas.map(({ data }) => data['text']).join('')
    expect(shown).not.toContain(halves[1])
    expect(shown).toContain(' now.')
  })
})
