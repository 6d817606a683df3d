import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  equipment,
  factsOf,
  factsOfType,
  gate,
  loopOf,
  search,
  stepPaths,
  textsOf,
  turns,
  type World,
  world,
} from '../../../../test/support/kernel.ts'
import type { Json } from '../json.ts'
import { type Message, type ToolCall, type ToolResult, user } from '../messages.ts'
import { modelOf, says, scriptedModel } from '../testing/scripted-model.ts'
import { defineTool, type Tool, type ToolContext, toolOutput } from '../tools/tool.ts'

const call = (tool: string, input: Json = {}, id = '1'): ToolCall => ({ type: 'tool-call', id, tool, input })

const plain = (name: string, run: (input: unknown, context: ToolContext) => unknown, more: Partial<Tool> = {}) => ({
  ...defineTool({ name, description: 'For a test.', input: z.object({}), effect: 'pure', run }),
  ...more,
})

/** What the first result says. */
function textOfResult([message]: readonly Message[]): string {
  const [result] = message?.parts ?? []
  return result?.type === 'tool-result' ? result.text : ''
}

/** Makes these calls with these tools, and gives the results a model would read. */
async function observe(calls: readonly ToolCall[], tools: readonly Tool[], here: World = world()) {
  let seen: readonly Message[] = []
  const loop = loopOf('calls', async (ctx) => {
    seen = await ctx.callTools(calls)
    return 'Done.'
  })
  const session = await here.runtime.start(loop, 'Go.', { model: modelOf(() => says('x')), tools })
  const end = await here.clock.runUntil(session.outcome)
  const results = seen.flatMap(({ parts }) => parts) as ToolResult[]
  return { ...here, session, end, results }
}

describe('callTools', () => {
  it('answers each call with a message, in the order of the calls', async () => {
    const held = gate()
    const slow = plain('slow', () => held.pass().then(() => 'slow'))
    const quick = plain('quick', () => {
      held.open()
      return 'quick'
    })
    const { results } = await observe([call('slow', {}, 'a'), call('quick', {}, 'b')], [slow, quick])
    expect(results).toEqual([
      { type: 'tool-result', id: 'a', tool: 'slow', text: 'slow' },
      { type: 'tool-result', id: 'b', tool: 'quick', text: 'quick' },
    ])
  })

  it('runs them all at once', async () => {
    const gates = [gate(), gate()]
    const meet = (mine: number, other: number) => async () => {
      gates[mine]?.open()
      await gates[other]?.opened
    }
    const tools = [plain('a', meet(0, 1)), plain('b', meet(1, 0))]
    const { results } = await observe([call('a'), call('b')], tools)
    expect(results.map(({ text }) => text)).toEqual(['Done.', 'Done.'])
  })

  it('records each call under its own path', async () => {
    const { runtime, session } = await observe(
      [call('search', { query: 'x' }), call('search', { query: 'y' })],
      [search],
    )
    expect(await stepPaths(runtime, session.id)).toEqual(['callTools#1[0]', 'callTools#1[1]'])
    expect((await factsOfType(runtime, session.id, 'step.finished'))[1]).toMatchObject({
      kind: 'tool',
      request: { id: '1', tool: 'search', input: { query: 'y' } },
      result: { text: 'Found y.' },
    })
  })

  it('with no calls does nothing', async () => {
    const { runtime, session, results } = await observe([], [search])
    expect(results).toEqual([])
    expect(await stepPaths(runtime, session.id)).toEqual([])
  })
})

describe('a call that cannot be made is an observation', () => {
  it('that names the tools there are', async () => {
    const { results } = await observe([call('serch')], [search, plain('fetch', () => '')])
    expect(results).toMatchObject([
      { text: 'Not run: there is no tool `serch`. Tools: search, fetch.', error: true, tool: 'serch' },
    ])
  })

  it('that names the field with bad arguments', async () => {
    const { results } = await observe([call('search', { qery: 'x' })], [search])
    expect(results[0]).toMatchObject({
      error: true,
      text: expect.stringMatching(/^Not run: bad arguments for `search`\. query/),
    })
  })

  it('that says why arguments could not be read', async () => {
    const { results } = await observe([{ ...call('search', 'query: x'), fault: 'it is not JSON' }], [search])
    expect(results[0]?.text).toBe('Not run: the arguments of `search` cannot be read: it is not JSON')
  })

  it('though arguments try to reach the prototype of all objects', async () => {
    const input = JSON.parse(
      '{"query":"x","__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
    )
    const { results } = await observe([call('search', input)], [search])
    expect(results).toHaveLength(1)
    expect({}).not.toHaveProperty('polluted')
  })
})

describe('a tool that misbehaves is an observation', () => {
  it.each([
    [
      'throws',
      () => {
        throw new Error('disk full')
      },
      '`bad` failed: disk full',
    ],
    [
      'throws a text',
      () => {
        throw 'no' as unknown as Error
      },
      '`bad` failed: no',
    ],
    ['rejects', () => Promise.reject(new Error('offline')), '`bad` failed: offline'],
  ])('when it %s', async (_, run, text) => {
    const { results, end } = await observe([call('bad')], [plain('bad', run)])
    expect(results).toMatchObject([{ text, error: true }])
    expect(end.outcome).toBe('answered')
  })

  it('when it hangs: it is told through its signal and not waited for', async () => {
    let signal: AbortSignal | undefined
    const wait = (_: unknown, context: ToolContext) => {
      signal = context.signal
      return new Promise(() => {})
    }
    const hung = plain('hung', wait, { timeoutMs: 2_000 })
    const { results } = await observe([call('hung')], [hung])
    expect(results).toMatchObject([{ text: '`hung` failed: no answer within 2000 ms', error: true }])
    expect(signal?.aborted).toBe(true)
  })

  it.each([
    ['the loop gives it', 500, 500],
    ['it takes itself', 9_000, 2_000],
  ])('when it hangs longer than %s', async (_, timeoutMs, ms) => {
    const { runtime, clock } = world()
    const hung = plain('hung', () => new Promise(() => {}), { timeoutMs: 2_000 })
    const loop = loopOf('calls', async (ctx) => textOfResult(await ctx.callTools([call('hung')], { timeoutMs })))
    const session = await runtime.start(loop, 'Go.', { model: modelOf(() => says('x')), tools: [hung] })
    const { answer } = await clock.runUntil(session.outcome)
    expect(answer).toBe(`\`hung\` failed: no answer within ${ms} ms`)
  })

  it('when it hangs on something that only looks like a promise', async () => {
    // biome-ignore lint/suspicious/noThenProperty: query builders of many libraries are such objects.
    const hung = plain('hung', () => ({ then: () => {} }), { timeoutMs: 2_000 })
    const { results } = await observe([call('hung')], [hung])
    expect(results).toMatchObject([{ text: '`hung` failed: no answer within 2000 ms', error: true }])
  })

  it('when its result is a circle', async () => {
    const circle: Record<string, unknown> = {}
    circle['self'] = circle
    const { results } = await observe([call('bad')], [plain('bad', () => circle)])
    expect(results[0]).toMatchObject({ error: true, text: expect.stringMatching(/^`bad` failed: .*circular/i) })
  })

  it('when the data beside its text is a circle', async () => {
    const circle: Record<string, unknown> = {}
    circle['self'] = circle
    const { results, end } = await observe(
      [call('bad')],
      [plain('bad', () => toolOutput({ text: 'x', data: circle as never }))],
    )
    expect(end.outcome).toBe('answered')
    expect(results[0]).toMatchObject({ error: true, text: expect.stringMatching(/^`bad` failed: .*circular/i) })
  })

  it('when its result does not fit its own schema', async () => {
    const tool = plain('bad', () => ({ n: 'x' }), { output: z.object({ n: z.number() }) })
    const { results } = await observe([call('bad')], [tool])
    expect(results[0]?.text).toMatch(/^`bad` failed: its result does not fit its output schema: .*n/s)
  })

  it.each<[string, unknown, string]>([
    ['nothing', undefined, 'Done.'],
    ['null', null, 'null'],
    ['a number', 42, '42'],
    ['a symbol', Symbol('s'), 'Symbol(s)'],
    ['a function', () => 1, '() => 1'],
    ['an object', { a: [1, 2] }, '{"a":[1,2]}'],
    ['a date', new Date(0), '"1970-01-01T00:00:00.000Z"'],
  ])('or an answer, when it returns %s', async (_, returned, text) => {
    const { results } = await observe([call('odd')], [plain('odd', () => returned)])
    expect(results[0]?.text).toBe(text)
  })

  it('when it returns what JSON cannot hold', async () => {
    const { results } = await observe([call('odd')], [plain('odd', () => ({ n: 1n }))])
    expect(results[0]).toMatchObject({ error: true, text: expect.stringContaining('BigInt') })
  })

  it('or an answer, when it returns megabytes: they are stored once and replayed whole', async () => {
    const huge = 'x'.repeat(3_000_000)
    const { runtime, session, results } = await observe([call('huge')], [plain('huge', () => huge)])
    expect(results[0]?.text).toBe(huge)
    const [fact] = await factsOfType(runtime, session.id, 'step.finished')
    expect(fact?.result).toEqual({ text: huge })
    expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true })
  })
})

describe('a tool', () => {
  it('may answer with data, pictures and files beside its text', async () => {
    const parts = [{ type: 'image', mediaType: 'image/png', url: 'https://example.org/a.png' }] as const
    const tool = plain('rich', () => toolOutput({ text: 'See.', data: { n: 1 }, parts }))
    const { results } = await observe([call('rich')], [tool])
    expect(results).toEqual([{ type: 'tool-result', id: '1', tool: 'rich', text: 'See.', data: { n: 1 }, parts }])
  })

  it('knows its session and path, and has a key that stays when the call is repeated', async () => {
    const contexts: Pick<ToolContext, 'session' | 'owner' | 'path' | 'idempotencyKey'>[] = []
    const tool = plain('who', (_, { session, owner, path, idempotencyKey }) => {
      contexts.push({ session, owner, path, idempotencyKey })
    })
    const { session } = await observe([call('who')], [tool])
    const path = 'callTools#1[0]'
    expect(contexts).toEqual([{ session: session.id, owner: 'local', path, idempotencyKey: `${session.id}/${path}` }])
  })

  it('may ask a model: a step under its own path, counted and replayed with it', async () => {
    const here = world()
    const tool = plain('sum', async (_, { generate }) => {
      const first = await generate([user('Sum up.')], { label: 'draft' })
      return (await generate([user(first.text)], { label: 'polish' })).text
    })
    const model = scriptedModel(says('Rough.'), says('Fine.'))
    const loop = loopOf('calls', async (ctx) => {
      return textOfResult(await ctx.callTools([call('sum')]))
    })
    const session = await here.runtime.start(loop, 'Go.', { model, tools: [tool] })
    expect(await session.outcome).toMatchObject({ answer: 'Fine.', usage: { modelCalls: 2, toolCalls: 1 } })
    const inside = ['callTools#1[0]/draft#1', 'callTools#1[0]/polish#1']
    expect(await stepPaths(here.runtime, session.id)).toEqual([...inside, 'callTools#1[0]'])
    expect(await here.runtime.replay(session.id)).toMatchObject({ isEqual: true, unused: [] })
  })

  it('that asks a model does not pay for the same reply twice when the process dies', async () => {
    const { runtime, afterCrash } = world()
    const held = gate()
    const tool = plain('sum', async (_, { generate }) => {
      const { text } = await generate([user('Sum up.')])
      await held.pass()
      return text
    })
    const loop = loopOf('calls', async (ctx) => {
      return textOfResult(await ctx.callTools([call('sum')]))
    })
    const session = await runtime.start(loop, 'Go.', { model: scriptedModel(says('Short.')), tools: [tool] })
    await held.isReached
    held.open()
    const never = scriptedModel()
    const later = afterCrash(
      equipment(loop, never, {
        ...tool,
        run: (_: unknown, { generate }: ToolContext) => generate([user('Sum up.')]).then(({ text }) => text),
      }),
    )
    const resumed = await later.resume(session.id)
    expect(await resumed.outcome).toMatchObject({ answer: 'Short.' })
    expect(never.requests).toHaveLength(0)
  })

  it('of effect `once` writes its intent down before it begins', async () => {
    const here = world()
    const seen: string[] = []
    const send = plain(
      'send',
      async (_, { session }) => {
        seen.push(...(await factsOf(here.runtime, session)).map(({ type }) => type))
      },
      { effect: 'once' },
    )
    const { runtime, session } = await observe([call('send')], [send], here)
    expect(seen).toEqual(['session.created', 'step.intended'])
    expect((await factsOfType(runtime, session.id, 'step.intended'))[0]).toMatchObject({
      path: 'callTools#1[0]',
      data: { tool: 'send', input: {} },
    })
  })

  it.each([
    ['retry', 'Sent.', 2],
    ['treat as done', 'Done.', 1],
    ['fail', '`send` was interrupted; it may not have happened.', 1],
  ])('of effect `once` that was begun when the process died waits for a person: %s', async (answer, text, runs) => {
    let ran = 0
    const held = gate()
    const send = plain('send', () => (++ran === 1 ? held.pass() : 'Sent.'), { effect: 'once' })
    const loop = loopOf('calls', async (ctx) => {
      return textOfResult(await ctx.callTools([call('send')]))
    })
    const model = modelOf(() => says('x'))
    const { runtime, afterCrash } = world()
    const session = await runtime.start(loop, 'Go.', { model, tools: [send] })
    await held.isReached
    const later = await afterCrash(equipment(loop, model, send)).resume(session.id)
    expect(await later.idle()).toBe('waiting')
    await turns(2)
    await later.answer(answer)
    expect(await later.outcome).toMatchObject({ answer: text })
    expect(ran).toBe(runs)
  })
})

describe('what a tool says', () => {
  it('is what the model reads next', async () => {
    const { runtime } = world()
    const loop = loopOf('calls', async (ctx) => {
      const seen = await ctx.callTools([call('search', { query: 'x' })])
      return (await ctx.generate([user('?'), ...seen])).text
    })
    const model = scriptedModel(says('ok'))
    await (await runtime.start(loop, 'Go.', { model, tools: [search] })).outcome
    expect(model.requests[0]?.messages[1]?.parts).toMatchObject([{ type: 'tool-result', text: 'Found x.' }])
    expect(textsOf(model.requests[0])).toEqual(['?', ''])
  })
})
