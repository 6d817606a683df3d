import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { factsOfType, search, stepPaths, textsOf, turns, world } from '../../../../test/support/kernel.ts'
import { GyreError } from '../errors.ts'
import { react } from '../loops/react.ts'
import { user } from '../messages.ts'
import type { Model, ModelPart, ModelRequest } from '../ports/model.ts'
import { defineLoop } from './loop.ts'

const usage = { inputTokens: 10, outputTokens: 5 }
const finish: ModelPart = { type: 'finish', reason: 'stop', usage }
const retry: ModelPart = {
  type: 'retry',
  model: 'test/first',
  error: { code: 'model-unavailable', message: 'The server is busy.', status: 529 },
  waitMs: 250,
}

const streaming = (...parts: readonly ModelPart[]): Model => ({
  id: 'test/first',
  price: { input: 1, output: 1 },
  async *stream() {
    yield* parts
  },
})

async function ask(model: Model) {
  const { runtime } = world()
  const session = await runtime.start(react, 'Why?', { model })
  const end = await session.outcome
  const [step] = await factsOfType(runtime, session.id, 'step.finished')
  return { runtime, session, end, data: step?.data }
}

describe('a call that a model makes again', () => {
  it('has the reply of the last attempt alone, and tells of the others', async () => {
    const { end, data } = await ask(
      streaming({ type: 'text', text: 'Be' }, retry, { type: 'text', text: 'Because.' }, finish),
    )
    expect(end).toMatchObject({ answer: 'Because.', usage: { modelCalls: 1 } })
    expect(data).toMatchObject({
      attempts: 2,
      retries: [
        {
          model: 'test/first',
          code: 'model-unavailable',
          message: 'The server is busy.',
          status: 529,
          waitMs: 250,
          partial: [{ type: 'text', text: 'Be' }],
        },
      ],
    })
  })

  it('costs what the attempts that said something are thought to have cost, too', async () => {
    const silent = await ask(streaming(retry, { type: 'text', text: 'Because.' }, finish))
    expect(silent.end.usage).toMatchObject(usage)
    const spoken = await ask(streaming({ type: 'text', text: 'Be' }, retry, { type: 'text', text: 'x' }, finish))
    expect(spoken.end.usage.outputTokens).toBeGreaterThan(usage.outputTokens)
    expect(spoken.end.usage.inputTokens).toBeGreaterThan(usage.inputTokens)
    expect((await spoken.runtime.read(spoken.session.id)).view.usage).toEqual(spoken.end.usage)
  })

  it.each([
    ['by a provider that was never reached', { unsent: true }, 0],
    ['by a provider that refused it', { status: 529 }, 0],
    ['on its way', {}, 1],
  ])('costs nothing unless it was sent and may have been answered (%s)', async (_, details, least) => {
    const failing: Model = {
      ...streaming(),
      stream: () => {
        throw new GyreError('model-unavailable', 'No.', details)
      },
    }
    const { end } = await ask(failing)
    expect(end).toMatchObject({ outcome: 'failed:model-unavailable' })
    expect(Math.min(1, end.usage.inputTokens)).toBe(least)
  })

  it('shows those who watch that it begins again', async () => {
    const { runtime } = world()
    let go: () => void = () => {}
    const isWatched = new Promise<void>((resolve) => {
      go = resolve
    })
    const model: Model = {
      id: 'test/first',
      async *stream() {
        await isWatched
        yield { type: 'text', text: 'Be' }
        await turns()
        yield retry
        yield { type: 'text', text: 'Because.' }
        yield finish
      },
    }
    const session = await runtime.start(react, 'Why?', { model })
    const seen: string[] = []
    const watching = (async () => {
      for await (const { type, data } of session.events) {
        if (type === 'step.started') seen.push(`attempt ${data['attempt'] ?? 1}`)
        if (type === 'text.delta') seen.push(String(data['text']))
      }
    })()
    await turns()
    go()
    await session.outcome
    await watching
    expect(seen.slice(-3)).toEqual(['Be', 'attempt 2', 'Because.'])
  })

  it('is not made again when a call of its reply was handed out', async () => {
    const { runtime } = world()
    const begun: string[] = []
    const eager = defineLoop({
      name: 'eager',
      run: async (ctx) =>
        (await ctx.generate([user('Go.')], { tools: ctx.tools, onToolCall: ({ tool }) => begun.push(tool) })).text,
    })
    const call: ModelPart = { type: 'tool-call', id: 'c1', tool: 'search', input: '{"query":"x"}' }
    const session = await runtime.start(eager, 'Go.', { model: streaming(call, retry, finish), tools: [search] })
    expect(await session.outcome).toMatchObject({ outcome: 'failed:model-unavailable' })
    expect(begun).toEqual(['search'])
  })
})

describe('what a cache costs', () => {
  it('is counted by its own prices', async () => {
    const usage = { inputTokens: 1_000_000, outputTokens: 0, cachedInputTokens: 500_000, cacheWriteTokens: 100_000 }
    const model: Model = {
      id: 'test/cached',
      price: { input: 10, output: 0, cachedInput: 1, cacheWrite: 12.5 },
      async *stream() {
        yield { type: 'text', text: 'x' }
        yield { type: 'finish', reason: 'stop', usage }
      },
    }
    expect((await ask(model)).end.usage.costUsd).toBeCloseTo(4 + 0.5 + 1.25)
  })
})

describe('a call that another model answers', () => {
  it('is recorded as that one, at its price', async () => {
    const fallback: ModelPart = { type: 'fallback', model: 'test/second', price: { input: 100, output: 100 } }
    const { data } = await ask(streaming(retry, fallback, { type: 'text', text: 'x' }, finish))
    expect(data).toMatchObject({ model: 'test/second', costUsd: 0.0015 })
  })

  it('has an unknown cost when that has no price', async () => {
    const fallback: ModelPart = { type: 'fallback', model: 'test/second', price: undefined }
    const { end } = await ask(streaming(fallback, { type: 'text', text: 'x' }, finish))
    expect(end.usage.costUsd).toBeNull()
  })
})

/** A model that says of itself it can do everything, and learns with the first call that it cannot. */
function boastful(capability: 'tools' | 'output', replies: readonly string[]) {
  const requests: ModelRequest[] = []
  const can = { tools: true, output: true }
  const model: Model = {
    id: 'test/boastful',
    get nativeTools() {
      return can.tools
    },
    get nativeOutput() {
      return can.output
    },
    async *stream(request) {
      requests.push(request)
      if (capability === 'tools' ? request.tools : can.output && request.output) {
        can[capability] = false
        throw new GyreError('model-incapable', `It takes no ${capability}.`, { capability })
      }
      yield { type: 'text', text: replies[requests.length - 2] ?? '' }
      yield finish
    },
  }
  return { model, requests }
}

describe('a model that cannot do what was thought', () => {
  it('is spoken to in text from then on when it takes no tools', async () => {
    const { model, requests } = boastful('tools', [
      'Thought: Look.\nAction: search\nAction Input: {"query":"x"}',
      'FINAL_ANSWER: Found.',
    ])
    const { runtime } = world()
    const session = await runtime.start(react, 'Look.', { model, tools: [search] })
    expect(await session.outcome).toMatchObject({ answer: 'Found.', usage: { modelCalls: 2, toolCalls: 1 } })
    expect(requests.map(({ tools }) => tools?.length ?? 0)).toEqual([1, 0, 0])
    expect(await stepPaths(runtime, session.id)).toEqual(['think#1', 'act#1[0]', 'think#2'])
    const [first] = await factsOfType(runtime, session.id, 'step.finished')
    expect(first?.data).toMatchObject({ attempts: 2, retries: [{ code: 'model-incapable', waitMs: 0 }], text: true })
    expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true, drift: [] })
  })

  it('is told the schema in its prompt when it keeps to none', async () => {
    const { model, requests } = boastful('output', ['{"name":"Ada"}'])
    const person = defineLoop({
      name: 'person',
      run: (ctx) => ctx.generateObject(z.object({ name: z.string() }), [user('Who?')]),
    })
    const { runtime } = world()
    const session = await runtime.start(person, 'Who?', { model })
    expect(await session.outcome).toMatchObject({ answer: { name: 'Ada' } })
    expect(requests.map((request) => textsOf(request).length)).toEqual([1, 2])
    expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true, drift: [] })
    const shown = await runtime.prompt(session.id, 'generateObject#1')
    expect(shown.map(({ role }) => role)).toEqual(['system', 'user'])
  })

  it('fails when there is no other way to ask', async () => {
    const { model } = boastful('tools', [])
    const { runtime } = world()
    const session = await runtime.start(react, 'Look.', { model, tools: [search], config: { protocol: 'native' } })
    expect(await session.outcome).toMatchObject({ outcome: 'failed:model-incapable' })
  })
})
