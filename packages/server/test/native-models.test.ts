/** Models over the native API: listed, tested, tried without being kept; and prompts tried before they are saved. */
import { GyreError, type Model } from '@gyre/core'
import { modelOf, says } from '@gyre/core/testing'
import { afterEach, describe, expect, it } from 'vitest'
import type { ModelConnection, ModelDesk, ModelOverview } from '../src/place.ts'
import { type TestServer, type TestServerOptions, testServer } from './support/test-server.ts'

let server: TestServer | undefined

afterEach(async () => {
  await server?.close()
  server = undefined
})

const open = async (options: Partial<TestServerOptions> = {}) => {
  server = await testServer({ model: modelOf(() => says('Hello.')), ...options })
  return server
}

async function call(path: string, json?: unknown, key = server?.key ?? '') {
  const headers = { authorization: `Bearer ${key}` }
  const response = await server!.request(`/api/v1${path}`, json === undefined ? { headers } : { json, headers })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const overview: ModelOverview = {
  default: { name: 'demo/rules', why: 'no model is set' },
  models: [
    {
      name: 'demo/rules',
      provider: 'demo',
      isDefault: true,
      tiers: [],
      price: { input: 0, output: 0 },
      contextWindow: 1000,
      nativeTools: true,
      nativeOutput: null,
      from: 'built in',
      fault: null,
    },
  ],
  providers: [
    { name: 'openai', keys: ['OPENAI_API_KEY'], hasKey: true, baseUrl: null, isLocal: false, from: 'built in' },
  ],
}

/** A provider that repeats the key it refuses. */
const refusing = (key: string): Model => ({
  id: 'openai/gpt',
  // biome-ignore lint/correctness/useYield: it fails before it says anything.
  async *stream() {
    throw new GyreError('model-auth', `\`openai/gpt\`: the key ${key} is not valid.`)
  },
})

/** A desk that remembers what it was asked to reach. */
function deskOf(model: (connection: ModelConnection) => Model) {
  const asked: ModelConnection[] = []
  const desk: Partial<ModelDesk> = {
    overview: async () => overview,
    reached: async (connection) => {
      asked.push(connection)
      return model(connection)
    },
  }
  return { desk, asked }
}

describe('models over the native API', () => {
  it('are listed, with whether the keys of their providers are there', async () => {
    await open({ desks: { models: deskOf(() => modelOf(() => says('Hi.'))).desk } })
    expect(await call('/models', undefined, await server!.keyFor({ role: 'viewer' }))).toEqual({
      status: 200,
      body: overview,
    })
  })

  it('are looked for on this machine', async () => {
    const found = { provider: 'ollama', baseUrl: 'http://127.0.0.1:11434/v1', isAnswering: true, models: ['ollama/a'] }
    await open({ desks: { models: { local: async () => [found] } } })
    expect((await call('/models/local')).body).toEqual({ servers: [found] })
  })

  it('are tested by one request, which the audit log is told of', async () => {
    await open()
    const { status, body } = await call('/models/test', { model: 'light' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ ok: true, text: 'Hello.', error: null, latencyMs: expect.any(Number) })
    expect((await server!.store.auditLog.list({})).map(({ action, target }) => [action, target])).toEqual([
      ['model.tested', 'light'],
    ])
  })

  it('that fail a test say why, and what to do', async () => {
    await open({ model: refusing('of this place') })
    const { status, body } = await call('/models/test', { model: 'openai/gpt' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      ok: false,
      model: 'openai/gpt',
      usage: null,
      error: { code: 'model-auth', fix: 'Check the key of this provider.' },
    })
  })
})

describe('a test with a key that may spend so much', () => {
  const limited = (perSession: object) => server!.keyFor({ role: 'admin', budget: { perSession } })

  it('is refused when it could cost more tokens', async () => {
    await open()
    const { status } = await call('/models/test', { model: 'light' }, await limited({ tokens: 100 }))
    expect(status).toBe(429)
  })

  it('fails for a model whose price nobody knows', async () => {
    const { price: _, ...unpriced } = modelOf(() => says('Hello.'))
    await open({ model: unpriced })
    const { body } = await call('/models/test', { model: 'light' }, await limited({ costUsd: 1 }))
    expect(body).toMatchObject({ ok: false, error: { code: 'price-unknown' } })
  })
})

describe('a connection that is tried', () => {
  const connection = { provider: 'openai', model: 'gpt', key: 'secret-4711-key' }

  it('is reached with what is given alone', async () => {
    const { desk, asked } = deskOf(() => modelOf(() => says('Hello there.')))
    await open({ desks: { models: desk } })
    expect((await call('/models/try', connection)).body).toMatchObject({ ok: true, text: 'Hello there.' })
    expect(asked).toEqual([connection])
  })

  it('leaves its key nowhere: not in the answer, not in the audit log', async () => {
    const { desk } = deskOf(({ key = '' }) => refusing(key))
    await open({ desks: { models: desk } })
    const { body } = await call('/models/try', connection)
    expect(body).toMatchObject({
      ok: false,
      error: { code: 'model-auth', message: expect.stringContaining('the key') },
    })
    expect(JSON.stringify(body)).not.toContain(connection.key)
    expect(JSON.stringify(await server!.store.auditLog.list({}))).not.toContain(connection.key)
  })

  it.each([
    'file:///etc/passwd',
    'ftp://example.org',
    'javascript:alert(1)',
    'example.org/v1',
    'http://ann:word@example.org/v1',
  ])('has no address such as %s', async (baseUrl) => {
    const { desk, asked } = deskOf(() => modelOf(() => says('Hi.')))
    await open({ desks: { models: desk } })
    const { status, body } = await call('/models/try', { ...connection, baseUrl })
    expect([status, (body['error'] as { code: string }).code]).toEqual([400, 'request-invalid'])
    expect(JSON.stringify(body)).not.toContain(connection.key)
    expect(asked).toEqual([])
  })

  it.each([
    ['user', 'local'],
    ['admin', 'anna'],
  ] as const)('is not for the role %s of %s: who may name an address runs the server', async (role, owner) => {
    const { desk, asked } = deskOf(() => modelOf(() => says('Hi.')))
    await open({ desks: { models: desk } })
    const key = await server!.keyFor({ role, owner })
    expect((await call('/models/try', { ...connection, baseUrl: 'http://127.0.0.1:1/v1' }, key)).status).toBe(403)
    expect(asked).toEqual([])
  })
})

describe('a prompt that is tried', () => {
  const seen: string[] = []
  const model = modelOf(({ messages }) => {
    seen.push(messages.map(({ role }) => role).join(' '))
    return says('Done.')
  })

  it('is filled with the values, and answered once', async () => {
    await open({ model })
    const asked = { text: 'Think of {form}.', values: { form: 'shells' }, message: 'Begin.' }
    const { body } = await call('/prompts/cot.system/try', asked)
    expect(body).toMatchObject({
      messages: [
        { role: 'system', text: 'Think of shells.' },
        { role: 'user', text: 'Begin.' },
      ],
      reply: { ok: true, text: 'Done.' },
    })
    expect(seen.at(-1)).toBe('system user')
    expect((await call('/prompts/cot.system')).body).toMatchObject({ isDefault: true })
  })

  it('alone is what a person says', async () => {
    await open({ model })
    const { body } = await call('/prompts/cot.system/try', { text: '{form}', values: { form: 'Hello.' } })
    expect(body['messages']).toEqual([{ role: 'user', text: 'Hello.' }])
  })

  it.each([
    ['a placeholder that it does not have', { text: 'Think of {forms}.', values: { forms: 'x' } }],
    ['no value for one', { text: 'Think of {form}.' }],
  ])('is refused with %s', async (_, json) => {
    await open({ model })
    const { status, body } = await call('/prompts/cot.system/try', json)
    expect([status, (body['error'] as { code: string }).code]).toEqual([400, 'prompt-invalid'])
  })
})
