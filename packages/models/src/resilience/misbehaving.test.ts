import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { type Clock, type Model, type Runtime, react, type Session } from '@gyre/core'
import { simulatedClock } from '@gyre/core/testing'
import { describe, expect, it } from 'vitest'
import { factsOf, search, turns, world } from '../../../../test/support/kernel.ts'
import {
  type Act,
  cutsAfter,
  emptyBody,
  errorInStream,
  halfChunkAfter,
  hangsAfter,
  htmlPage,
  hugeChunk,
  type MisbehavingServer,
  misbehavingServer,
  ok,
  rateLimited,
  slowFirstByte,
  splitToolCall,
  status,
  withoutUsage,
} from '../../test/misbehaving-server.ts'
import { aiSdkModel } from '../ai-sdk/ai-sdk-model.ts'
import { type ResilienceOptions, resilientModel } from './resilient-model.ts'
import { Traffic } from './traffic.ts'

/** Runs a thousand times as fast: sockets need real time, waits for providers do not. */
const hurriedClock: Clock = {
  now: () => Date.now(),
  after: (ms, call) => {
    const timer = setTimeout(call, ms / 1000)
    return () => clearTimeout(timer)
  },
}

function modelAt({ url }: MisbehavingServer, id = 'stub/model'): Model {
  const provider = createOpenAICompatible({ name: 'stub', baseURL: url, apiKey: 'key', includeUsage: true })
  return aiSdkModel(provider('model'), { id })
}

/** A session that is under way, with one retry. No deadline comes before the test is over, unless it says so. */
async function begun(server: MisbehavingServer, options: ResilienceOptions) {
  const model = resilientModel(modelAt(server), {
    clock: hurriedClock,
    random: () => 0,
    traffic: new Traffic(),
    retries: 1,
    firstPartMs: 10_000_000,
    callMs: 10_000_000,
    ...options,
  })
  const { runtime } = world()
  const session = await runtime.start(react, 'How warm is Oslo?', { model, tools: [search] })
  return { session, ended: async () => ended(runtime, session) }
}

async function ended(runtime: Runtime, session: Session) {
  const { outcome, answer, usage, error } = await session.outcome
  const steps = (await factsOf(runtime, session.id)).filter(({ kind }) => kind === 'generate' || kind === 'tool')
  return { outcome, answer, usage, error, steps, data: steps[0]?.data as Record<string, unknown> }
}

/** Runs a session against a server that acts like this. */
async function run(script: readonly Act[], options: ResilienceOptions = {}) {
  const server = await misbehavingServer(...script)
  const { ended } = await begun(server, options)
  return { server, ...(await ended()) }
}

/** Lets sockets work until something is so. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await turns(1)
}

const answer = ok('18 degrees.')
const counted = { inputTokens: 12, outputTokens: 7, cachedInputTokens: 0, reasoningTokens: 0 }

describe('a session over a provider that misbehaves', () => {
  it('reads a reply that comes in pieces, and what it cost', async () => {
    const { server, outcome, answer: said, data } = await run([answer])
    expect([outcome, said]).toEqual(['answered', '18 degrees.'])
    expect(data).toMatchObject({ model: 'stub/model', usage: counted })
    expect(data).not.toHaveProperty('attempts')
    expect(server.requests).toMatchObject([
      { path: '/v1/chat/completions', headers: { authorization: 'Bearer key' }, body: { stream: true } },
    ])
  })

  it.each([
    ['seconds', '20'],
    ['a date', 'Thu, 01 Jan 2026 00:00:20 GMT'],
  ])('waits as long as a busy provider asks in %s', async (_, retryAfter) => {
    const { outcome, data } = await run([rateLimited(retryAfter), answer])
    expect(outcome).toBe('answered')
    const message = '`stub/model`: Too many requests.'
    expect(data).toMatchObject({
      attempts: 2,
      retries: [{ model: 'stub/model', code: 'model-unavailable', status: 429, message, waitMs: 20_000 }],
      usage: counted,
    })
  })

  it('ends at once when a busy provider asks for too long a wait', async () => {
    const { server, outcome, error } = await run([rateLimited('3600')])
    expect([outcome, server.requests.length]).toEqual(['failed:model-unavailable', 1])
    expect(error?.message).toBe(
      '`stub/model`: Too many requests. The provider asks to wait for 3600 s, and a retry waits for at most 60 s.',
    )
  })

  it.each([408, 409, 500, 502, 503, 529])('asks again after status %i', async (code) => {
    const { outcome, data } = await run([status(code, 'Oh.'), answer])
    expect(outcome).toBe('answered')
    expect(data).toMatchObject({ attempts: 2, retries: [{ status: code, message: '`stub/model`: Oh.', waitMs: 500 }] })
  })

  it('asks once only with a key that is not accepted', async () => {
    const { server, outcome, error } = await run([status(401, 'No such key.')])
    expect([outcome, server.requests.length]).toEqual(['failed:model-auth', 1])
    expect(error).toMatchObject({ code: 'model-auth', message: '`stub/model`: No such key.' })
  })

  it.each([
    ['cut off', cutsAfter('Perhaps 17')],
    ['ended in the middle of a line', halfChunkAfter('Perhaps 17')],
    ['ended by an error', errorInStream('Perhaps 17', 'Oh.')],
  ])('throws away a reply that is %s, and asks again', async (_, act) => {
    const { outcome, answer: said, data, usage } = await run([act, answer])
    expect([outcome, said]).toEqual(['answered', '18 degrees.'])
    const partial = [{ type: 'text', text: 'Perhaps 17' }]
    expect(data).toMatchObject({ attempts: 2, retries: [{ code: 'model-unavailable', waitMs: 500, partial }] })
    // What was thrown away was paid for.
    expect(usage.inputTokens).toBeGreaterThan(counted.inputTokens)
  })

  it('keeps what the last attempt said when all are cut off', async () => {
    const { outcome, steps } = await run([cutsAfter('Perhaps 17'), cutsAfter('Perhaps 18')])
    expect(outcome).toBe('failed:model-unavailable')
    expect(steps).toMatchObject([
      {
        type: 'step.failed',
        data: {
          attempts: 2,
          retries: [{ partial: [{ type: 'text', text: 'Perhaps 17' }] }],
          partial: [{ type: 'text', text: 'Perhaps 18' }],
          estimated: true,
        },
      },
    ])
  })

  it.each([
    ['a page of a proxy', htmlPage()],
    ['nothing', emptyBody()],
  ])('asks again when %s comes in place of a reply', async (_, act) => {
    const { outcome, answer: said, data } = await run([act, answer])
    expect([outcome, said]).toEqual(['answered', '18 degrees.'])
    expect(data).toMatchObject({ attempts: 2, retries: [{ code: 'model-unavailable' }] })
  })

  it('reads millions of characters in one piece', async () => {
    const { outcome, answer: said } = await run([hugeChunk(4_000_000)])
    expect([outcome, String(said).length]).toEqual(['answered', 4_000_000])
  })

  it('estimates what a reply cost when the provider does not say it', async () => {
    const { outcome, data } = await run([withoutUsage('18 degrees.')])
    expect(outcome).toBe('answered')
    expect(data).toMatchObject({ estimated: true, usage: { inputTokens: 60, outputTokens: 10 } })
  })

  it('runs a tool call that comes letter by letter as one', async () => {
    const { server, steps } = await run([splitToolCall('search', '{"query":"Oslo \\"now\\""}'), answer])
    expect(steps).toMatchObject([
      { path: 'think#1', result: { parts: [{ type: 'tool-call', tool: 'search', input: { query: 'Oslo "now"' } }] } },
      { path: 'act#1[0]', result: { text: 'Found Oslo "now".' } },
      { path: 'think#2' },
    ])
    expect(server.requests[1]?.body.messages?.at(-1)).toEqual({
      role: 'tool',
      tool_call_id: 'call_1',
      content: 'Found Oslo "now".',
    })
  })

  it('tells the model when its arguments are not JSON', async () => {
    const { outcome, steps, server } = await run([splitToolCall('search', '{"query": Oslo'), answer])
    expect(outcome).toBe('answered')
    const told =
      'Not run: the arguments of `search` cannot be read: expected a value (a text needs double quotes) ' +
      'at line 1, column 11, found `Oslo`'
    expect(steps[1]).toMatchObject({ path: 'act#1[0]', result: { text: told, error: true } })
    expect(server.requests[1]?.body.messages?.at(-1)).toMatchObject({ role: 'tool', content: told })
  })

  it('goes on with the fallback model when the first is down', async () => {
    const spare = await misbehavingServer(answer)
    const { outcome, data } = await run([status(500, 'Oh.'), cutsAfter('Perhaps 17')], {
      fallbacks: [modelAt(spare, 'spare/model')],
    })
    expect(outcome).toBe('answered')
    expect(data).toMatchObject({
      model: 'spare/model',
      attempts: 3,
      retries: [
        { model: 'stub/model', status: 500, waitMs: 500 },
        { model: 'stub/model', waitMs: 0, partial: [{ type: 'text', text: 'Perhaps 17' }] },
      ],
    })
  })
})

describe('a session over a provider that hangs', () => {
  it('asks again when nothing is said in time', async () => {
    const clock = simulatedClock(0)
    const server = await misbehavingServer(slowFirstByte(15_000, 'Late.'), answer)
    const { ended } = await begun(server, { clock, firstPartMs: 60_000 })
    await until(() => server.requests.length === 1)
    await clock.advance(60_000)
    await clock.advance(500)
    const { outcome, answer: said, data } = await ended()
    expect([outcome, said]).toEqual(['answered', '18 degrees.'])
    const message = '`stub/model` said nothing for 60 s.'
    expect(data).toMatchObject({ attempts: 2, retries: [{ code: 'model-unavailable', message, waitMs: 500 }] })
    await until(() => server.dropped === 1)
  })

  it('fails in time when a reply does not come to an end, and keeps what was said', async () => {
    const clock = simulatedClock(0)
    const server = await misbehavingServer(hangsAfter('Perhaps 17'))
    const { session, ended } = await begun(server, { clock, retries: 0, callMs: 600_000 })
    for await (const event of session.events) if (event.type === 'text.delta') break
    await clock.advance(600_000)
    const { outcome, error, data } = await ended()
    expect([outcome, error?.message]).toEqual([
      'failed:model-unavailable',
      '`stub/model` did not end its reply within 600 s.',
    ])
    expect(data).toMatchObject({ partial: [{ type: 'text', text: 'Perhaps 17' }], estimated: true })
    await until(() => server.dropped === 1)
  })

  it('ends at once when a person aborts, and hangs up', async () => {
    const server = await misbehavingServer(hangsAfter('Perhaps 17'))
    const { session, ended } = await begun(server, { clock: simulatedClock(0) })
    for await (const event of session.events) if (event.type === 'text.delta') break
    await session.abort()
    const { outcome, data } = await ended()
    expect(outcome).toBe('aborted')
    expect(data).toMatchObject({ error: { code: 'aborted' }, partial: [{ type: 'text', text: 'Perhaps 17' }] })
    await until(() => server.dropped === 1)
  })
})
