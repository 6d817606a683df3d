import type { Model, ModelPart } from '@gyre/core'
import { calls, modelOf, says, scriptedModel } from '@gyre/core/testing'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { KeyBudget } from '../src/auth/caller.ts'
import type { Body } from './support/chat-lab.ts'
import { said } from './support/chat-lab.ts'
import { type TestServer, type TestServerOptions, testServer } from './support/test-server.ts'

const open: TestServer[] = []

afterEach(async () => {
  vi.useRealTimers()
  for (const server of open.splice(0)) await server.close()
})

/** A server, and requests with a key that may spend so much. */
async function spender(budget: KeyBudget, options: TestServerOptions) {
  const server = await testServer(options)
  open.push(server)
  const authorization = `Bearer ${await server.keyFor({ budget })}`
  const send = async (path: string, json: object, { headers = {}, ...init }: Body = {}): Promise<Body> => {
    const response = await server.request(path, { json, ...init, headers: { authorization, ...headers } })
    return { status: response.status, ...((await response.json()) as object) }
  }
  return { server, send }
}

const restless = modelOf(() => calls('nothing', {}))

const task = { 'x-gyre-task': 'title_generation' }

const title = (content: string) => ({ model: 'direct', messages: said(content) })

describe('what a key may spend on a session', () => {
  const budget = { perSession: { modelCalls: 1 } }

  it('is not raised by its own answer over the native API', async () => {
    const { server, send } = await spender(budget, { model: restless })
    const { id } = await send('/api/v1/sessions', { loop: 'react', goal: 'Go on.', budget: { onExhausted: 'ask' } })
    const session = await server.runtime.session(id)
    expect(await session.idle()).toBe('ended')
    expect((await session.outcome).usage.modelCalls).toBe(1)
  })

  it('is not raised by its own answer over chat', async () => {
    const { server, send } = await spender(budget, { model: restless })
    const request = { model: 'react', gyre: { budget: { onExhausted: 'ask' } } }
    await send('/v1/chat/completions', { ...request, messages: said('Go on.') })
    const [row] = await server.runtime.list()
    expect([row?.state, row?.mirror.usage?.['modelCalls']]).toEqual(['ended', 1])
  })
})

describe('the share of a day', () => {
  it('is a new one after midnight, UTC', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 4, 1, 23, 59) })
    const { send } = await spender({ perDay: { sessions: 1 } }, { model: modelOf(() => says('Yes.')) })
    const ask = async () => (await send('/v1/chat/completions', title('Hello'))).status
    expect([await ask(), await ask()]).toEqual([200, 429])
    vi.setSystemTime(Date.UTC(2026, 4, 2, 0, 1))
    expect([await ask(), await ask()]).toEqual([200, 429])
  })
})

describe('a background task', () => {
  it('has an answer as long as its key may pay for', async () => {
    const model = scriptedModel(says('A'))
    const { send } = await spender({ perSession: { tokens: 100 } }, { model })
    expect((await send('/v1/chat/completions', title('Hello'), { headers: task })).status).toBe(200)
    expect(model.requests[0]?.maxOutputTokens).toBeLessThan(100)
    expect(model.requests[0]?.maxOutputTokens).toBeGreaterThan(50)
  })

  it('is refused when its request is longer than that', async () => {
    const model = scriptedModel(says('A'))
    const { send } = await spender({ perSession: { tokens: 100 }, perDay: { sessions: 1 } }, { model })
    const long = await send('/v1/chat/completions', title('long '.repeat(100)), { headers: task })
    expect(long).toMatchObject({ status: 429, error: { code: 'budget_exceeded' } })
    expect(model.requests).toEqual([])
    // What was refused was no session.
    expect((await send('/v1/chat/completions', title('Hello'), { headers: task })).status).toBe(200)
  })

  it.each(['perDay', 'perSession'] as const)(
    'is refused where cost is limited %s and the price is unknown',
    async (per) => {
      const model = scriptedModel(says('A'))
      const { send } = await spender({ [per]: { costUsd: 1 } }, { model })
      const refused = await send('/v1/chat/completions', title('Hello'), { headers: task })
      expect(refused).toMatchObject({ status: 400, error: { message: expect.stringContaining('price') } })
      expect(model.requests).toEqual([])
    },
  )

  it('is paid for when it fails', async () => {
    const failing: Model = {
      id: 'test/failing',
      async *stream(): AsyncGenerator<ModelPart> {
        yield { type: 'text', text: 'words '.repeat(100) }
        throw new Error('The line is dead.')
      },
    }
    const { send } = await spender({ perDay: { tokens: 150 } }, { model: failing })
    const ask = async () => (await send('/v1/chat/completions', title('Hello'), { headers: task })).status
    expect([await ask(), await ask()]).toEqual([500, 429])
  })

  it('is paid for when its client goes away', async () => {
    const begun = Promise.withResolvers<void>()
    const endless: Model = {
      id: 'test/endless',
      async *stream(_, { signal }): AsyncGenerator<ModelPart> {
        yield { type: 'text', text: 'words '.repeat(100) }
        begun.resolve()
        await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      },
    }
    const { send } = await spender({ perDay: { tokens: 150 } }, { model: endless })
    const left = new AbortController()
    const first = send('/v1/chat/completions', title('Hello'), { headers: task, signal: left.signal }).catch(() => {})
    await begun.promise
    left.abort()
    await first
    const again = async () => (await send('/api/v1/sessions', { loop: 'direct', goal: 'Hello' })).status
    await expect.poll(again).toBe(429)
  })
})

describe('embeddings', () => {
  const model = scriptedModel()
  const hundred = 'word'.repeat(100)

  it('use up the tokens of a day, and no session', async () => {
    const { send } = await spender({ perDay: { tokens: 250, sessions: 1 } }, { model })
    const embed = async () => (await send('/v1/embeddings', { model: 'any', input: hundred })).status
    expect([await embed(), await embed(), await embed()]).toEqual([200, 200, 429])
  })

  it('are no longer than what a session may spend', async () => {
    const { send } = await spender({ perSession: { tokens: 99 } }, { model })
    expect(await send('/v1/embeddings', { model: 'any', input: hundred })).toMatchObject({
      status: 429,
      error: { code: 'budget_exceeded' },
    })
  })

  it('are refused where the cost alone is limited', async () => {
    const refused = await spender({ perDay: { costUsd: 1 } }, { model })
    expect((await refused.send('/v1/embeddings', { model: 'any', input: 'a' })).status).toBe(400)
    const counted = await spender({ perDay: { costUsd: 1, tokens: 9 } }, { model })
    expect((await counted.send('/v1/embeddings', { model: 'any', input: 'a' })).status).toBe(200)
  })
})
