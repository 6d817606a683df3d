import { GyreError } from '@gyre/core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { failure, hello, parts, textOf } from '../../test/reading.ts'
import { anthropic, chat, google, mistral, responses } from '../../test/wire-formats.ts'
import { type WireServer, wireServer } from '../../test/wire-server.ts'
import { type NamedModelOptions, namedModel } from './named-model.ts'

function refusal(name: string, options: Partial<NamedModelOptions> = {}): GyreError {
  try {
    namedModel(name, { env: {}, ...options })
  } catch (error) {
    if (error instanceof GyreError) return error
  }
  throw new Error('The name was taken.')
}

describe('namedModel', () => {
  it('has the price and the window of a known model', () => {
    const model = namedModel('openai/gpt-5', { env: { OPENAI_API_KEY: 'k' } })
    expect(model).toMatchObject({ id: 'openai/gpt-5', price: { input: 1.25, output: 10 }, contextWindow: 400_000 })
    expect(model).toMatchObject({ nativeTools: true, nativeOutput: true })
  })

  it('asks nothing for a local model, and knows no price of an unknown one', () => {
    expect(namedModel('ollama/qwen3:8b', { env: {} }).price).toEqual({ input: 0, output: 0 })
    expect(namedModel('mistral/new', { env: { MISTRAL_API_KEY: 'k' } }).price).toBeUndefined()
    const prices = { 'mistral/new': { input: 1, output: 2 } }
    expect(namedModel('mistral/new', { env: { MISTRAL_API_KEY: 'k' }, prices }).price).toEqual({ input: 1, output: 2 })
  })

  it('is the demo by its name', () => {
    expect(namedModel('demo/rules', { env: {} }).id).toBe('demo/rules')
    expect(refusal('demo/gpt').code).toBe('model-unknown')
  })

  it('names the variable a key is missing in', () => {
    expect(refusal('anthropic/claude-sonnet-5')).toMatchObject({
      code: 'model-auth',
      message: '`anthropic/claude-sonnet-5` needs a key in ANTHROPIC_API_KEY.',
    })
    expect(refusal('google/gemini', { env: { GEMINI_API_KEY: ' ' } }).code).toBe('model-auth')
    expect(namedModel('google/gemini', { env: { GEMINI_API_KEY: 'k' } }).id).toBe('google/gemini')
  })

  it('lists the providers there are, and the nearest', () => {
    const error = refusal('opnai/gpt-5', { providers: { acme: { baseUrl: 'http://127.0.0.1:1' } } })
    expect(error.code).toBe('model-unknown')
    expect(error.message).toBe(
      '`opnai/gpt-5`: there is no provider `opnai`. Did you mean `openai/gpt-5`? ' +
        'Known are openai, anthropic, google, mistral, ollama, lmstudio, llamacpp, vllm, demo, acme.',
    )
    expect(refusal('constructor/x').code).toBe('model-unknown')
  })

  it('wants a provider and a model', () => {
    expect(refusal('gpt-5').message).toContain('`provider/model`')
  })

  it('takes a tier for the model it is set to, else for the default', () => {
    const tiers = { light: 'ollama/small' }
    expect(namedModel('light', { env: {}, tiers }).id).toBe('ollama/small')
    expect(namedModel('heavy', { env: {}, tiers, defaultModel: 'ollama/large' }).id).toBe('ollama/large')
    expect(refusal('heavy', { tiers })).toMatchObject({
      code: 'model-unknown',
      message: 'No model is set for the tier `heavy`: set `tiers.heavy`.',
    })
    expect(refusal('heavy', { tiers: { heavy: 'light' } }).code).toBe('model-unknown')
  })
})

describe('a named model that is called', () => {
  let server: WireServer
  beforeEach(async () => {
    server = await wireServer()
  })
  afterEach(() => server.close())

  const chatPath = '/v1/chat/completions'
  const gemini = 'google/gemini-2.5-flash'
  it.each([
    ['openai/gpt-5', 'OPENAI_API_KEY', responses, ['/v1/responses', 'authorization', 'Bearer k']],
    ['anthropic/claude-sonnet-4-5', 'ANTHROPIC_API_KEY', anthropic, ['/v1/messages', 'x-api-key', 'k']],
    [
      gemini,
      'GEMINI_API_KEY',
      google,
      ['/v1/models/gemini-2.5-flash:streamGenerateContent?alt=sse', 'x-goog-api-key', 'k'],
    ],
    ['mistral/mistral-medium-latest', 'MISTRAL_API_KEY', mistral, [chatPath, 'authorization', 'Bearer k']],
    ['ollama/qwen3:8b', 'NONE', chat, [chatPath, 'authorization', undefined]],
  ] as const)('%s asks its provider', async (name, key, format, [path, header, sent]) => {
    const [provider = ''] = name.split('/')
    server.answer({ events: format.reply({ text: ['Hi.'] }) })
    const model = namedModel(name, { env: { [key]: 'k' }, providers: { [provider]: { baseUrl: `${server.url}/v1` } } })
    expect(textOf(await parts(model, hello))).toBe('Hi.')
    expect(server.requests[0]?.path).toBe(path)
    expect(server.requests[0]?.headers[header]).toBe(sent)
  })

  it('speaks to an endpoint of the settings with its key', async () => {
    const providers = { acme: { baseUrl: `${server.url}/v1`, apiKeyEnv: 'ACME_KEY' } }
    expect(refusal('acme/one/two', { providers }).message).toContain('ACME_KEY')
    server.answer({ events: chat.reply({ text: ['Hi.'] }) })
    const model = namedModel('acme/one/two', { env: { ACME_KEY: 'secret' }, providers })
    expect(model.price).toBeUndefined()
    await parts(model, hello)
    expect(server.requests[0]?.headers.authorization).toBe('Bearer secret')
    expect(server.requests[0]?.body.model).toBe('one/two')
    expect(server.requests[0]?.body.stream_options).toEqual({ include_usage: true })
  })

  it('keeps the words of the provider', async () => {
    server.answer({ status: 404, body: { error: { message: 'model "nope" not found', type: 'not_found' } } })
    const model = namedModel('ollama/nope', { env: {}, providers: { ollama: { baseUrl: `${server.url}/v1` } } })
    expect(await failure(model, hello)).toMatchObject({
      code: 'model-failed',
      message: '`ollama/nope`: model "nope" not found',
    })
  })
})
