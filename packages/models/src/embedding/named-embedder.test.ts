import { type Embedder, GyreError } from '@gyre/core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type WireServer, wireServer } from '../../test/wire-server.ts'
import { type NamedEmbedderOptions, namedEmbedder } from './named-embedder.ts'

const { signal } = new AbortController()
const small = 'openai/text-embedding-3-small'

function refusal(name: string, options: NamedEmbedderOptions = {}): GyreError {
  try {
    namedEmbedder(name, { env: {}, ...options })
  } catch (error) {
    if (error instanceof GyreError) return error
  }
  throw new Error('The name was taken.')
}

describe('namedEmbedder', () => {
  it.each([
    [small, { OPENAI_API_KEY: 'k' }],
    ['google/gemini-embedding-001', { GEMINI_API_KEY: 'k' }],
    ['mistral/mistral-embed', { MISTRAL_API_KEY: 'k' }],
    ['ollama/nomic-embed-text:v1.5', {}],
  ])('has the name %s for its id', (name, env) => {
    expect(namedEmbedder(name, { env }).id).toBe(name)
  })

  it.each([
    [
      'anthropic/claude-sonnet-5',
      '`anthropic/claude-sonnet-5`: the provider anthropic has no embedding models. ' +
        'Those with embedding models are openai, google, mistral, ollama, lmstudio, llamacpp, vllm, acme.',
    ],
    [
      'demo/rules',
      '`demo/rules`: the provider demo has no embedding models. ' +
        'Those with embedding models are openai, google, mistral, ollama, lmstudio, llamacpp, vllm, acme.',
    ],
    [
      'opnai/x',
      '`opnai/x`: there is no provider `opnai`. Did you mean `openai`? ' +
        'Those with embedding models are openai, google, mistral, ollama, lmstudio, llamacpp, vllm, acme.',
    ],
    [
      'text-embedding-3-small',
      '`text-embedding-3-small` is no name of an embedding model: `provider/model` was expected, ' +
        'such as `openai/text-embedding-3-small`.',
    ],
  ])('refuses %s and says what is valid', (name, message) => {
    const providers = { acme: { baseUrl: 'http://127.0.0.1:1' }, anthropic: { baseUrl: 'http://127.0.0.1:1' } }
    expect(refusal(name, { providers })).toMatchObject({ code: 'model-unknown', message })
  })

  it('knows no provider by the name of what every object has', () => {
    expect(refusal('constructor/x').code).toBe('model-unknown')
  })

  it('names the variable a key is missing in', () => {
    expect(refusal(small, { env: { OPENAI_API_KEY: ' ' } })).toMatchObject({
      code: 'model-auth',
      message: '`openai/text-embedding-3-small` needs a key in OPENAI_API_KEY.',
    })
  })
})

describe('a named embedder that is called', () => {
  let server: WireServer
  beforeEach(async () => {
    server = await wireServer()
  })
  afterEach(() => server.close())

  const vectors = [
    [1, 0.5],
    [0, -2],
  ]
  const openaiReply = { data: vectors.map((embedding, index) => ({ index, embedding })), usage: { prompt_tokens: 7 } }
  const at = (name: string, options: NamedEmbedderOptions = {}): Embedder => {
    const baseUrl = `${server.url}/v1`
    const [provider = ''] = name.split('/')
    const env = { OPENAI_API_KEY: 'k', GEMINI_API_KEY: 'k', MISTRAL_API_KEY: 'k' }
    return namedEmbedder(name, { env, providers: { [provider]: { baseUrl } }, firstWaitMs: 1, ...options })
  }

  it.each([
    [small, '/v1/embeddings', openaiReply, ['authorization', 'Bearer k']],
    ['mistral/mistral-embed', '/v1/embeddings', openaiReply, ['authorization', 'Bearer k']],
    ['ollama/nomic-embed-text', '/v1/embeddings', openaiReply, ['authorization', undefined]],
    [
      'google/gemini-embedding-001',
      '/v1/models/gemini-embedding-001:batchEmbedContents',
      { embeddings: vectors.map((values) => ({ values })) },
      ['x-goog-api-key', 'k'],
    ],
  ] as const)('%s asks its provider', async (name, path, body, [header, sent]) => {
    server.answer({ status: 200, body })
    expect(await at(name).embed(['one', 'two'], signal)).toEqual([
      new Float32Array([1, 0.5]),
      new Float32Array([0, -2]),
    ])
    expect(server.requests[0]?.path).toBe(path)
    expect(server.requests[0]?.headers[header]).toBe(sent)
  })

  it('speaks to an endpoint of the settings with its key', async () => {
    const providers = { acme: { baseUrl: `${server.url}/v1`, apiKeyEnv: 'ACME_KEY' } }
    expect(refusal('acme/one/two', { providers }).message).toBe('`acme/one/two` needs a key in ACME_KEY.')
    server.answer({ status: 200, body: openaiReply })
    await namedEmbedder('acme/one/two', { env: { ACME_KEY: 'secret' }, providers }).embed(['one', 'two'], signal)
    expect(server.requests[0]?.headers.authorization).toBe('Bearer secret')
    expect(server.requests[0]?.body.model).toBe('one/two')
  })

  it('tells the tokens that were counted', async () => {
    server.answer({ status: 200, body: openaiReply })
    const told: unknown[] = []
    await at(small, { onUsage: (usage) => told.push(usage) }).embed(['one', 'two'], signal)
    expect(told).toEqual([{ model: small, tokens: 7 }])
    expect(server.requests[0]?.body).toMatchObject({ model: 'text-embedding-3-small', input: ['one', 'two'] })
  })

  it.each([408, 429, 500, 503])('asks again after %d', async (status) => {
    server.answer({ status, body: { error: { message: 'Later.' } } }, { status: 200, body: openaiReply })
    expect(await at(small).embed(['one', 'two'], signal)).toHaveLength(2)
    expect(server.requests).toHaveLength(2)
  })

  it('asks again after a connection that was cut', async () => {
    server.answer({ events: ['{"data":'], isCut: true }, { status: 200, body: openaiReply })
    expect(await at('ollama/nomic-embed-text').embed(['one', 'two'], signal)).toHaveLength(2)
  })

  it('says once that a key is not valid', async () => {
    const body = { error: { message: 'Incorrect API key provided.', code: 'invalid_api_key' } }
    server.answer({ status: 401, body })
    await expect(at(small).embed(['one', 'two'], signal)).rejects.toMatchObject({
      code: 'model-auth',
      message: '`openai/text-embedding-3-small`: Incorrect API key provided.',
    })
    expect(server.requests).toHaveLength(1)
  })

  it.each([
    [404, { error: { message: 'model "nope" not found' } }, 'model-failed', '`ollama/nope`: model "nope" not found'],
    [200, { data: [{ embedding: [1] }] }, 'model-failed', '`ollama/nope` gave 1 vectors for 2 texts.'],
    [
      200,
      { data: [{ embedding: [1] }, { embedding: [] }] },
      'model-failed',
      '`ollama/nope` gave a vector for text 2 of 2 that is empty or holds no finite numbers.',
    ],
    [
      200,
      { data: [{ embedding: [1e300] }, { embedding: [1] }] },
      'model-failed',
      '`ollama/nope` gave a vector for text 1 of 2 that is empty or holds no finite numbers.',
    ],
    [
      200,
      { data: [{ embedding: [1] }, { embedding: [1, 2] }] },
      'model-failed',
      '`ollama/nope` gave vectors of different lengths: 1 and 2.',
    ],
  ])('fails on %d with %j', async (status, body, code, message) => {
    server.answer({ status, body })
    await expect(at('ollama/nope').embed(['one', 'two'], signal)).rejects.toMatchObject({ code, message })
    expect(server.requests).toHaveLength(1)
  })

  it('is unavailable where nobody answers', async () => {
    const providers = { ollama: { baseUrl: 'http://127.0.0.1:1/v1' } }
    const embedder = namedEmbedder('ollama/x', { env: {}, providers, retries: 1, firstWaitMs: 1 })
    await expect(embedder.embed(['one'], signal)).rejects.toMatchObject({ code: 'model-unavailable' })
  })

  it('hangs up when it is aborted', async () => {
    server.answer({ events: [' '], isOpen: true })
    const abort = new AbortController()
    const asked = at(small).embed(['one'], abort.signal)
    while (server.requests.length === 0) await new Promise(setImmediate)
    abort.abort()
    await expect(asked).rejects.toMatchObject({ code: 'aborted' })
    await server.hungUp
  })
})
