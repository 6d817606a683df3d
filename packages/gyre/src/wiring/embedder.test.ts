import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts'
import { type EmbedderOptions, embedderFault, embedderNameFault, embedderOf } from './embedder.ts'
import { openWorkplace } from './workplace.ts'

const { signal } = new AbortController()
const own = { id: 'mine/own', embed: async (texts: readonly string[]) => texts.map(() => new Float32Array([1, 2])) }
const ofAiSdk = {
  specificationVersion: 'v4',
  provider: 'acme.embedding',
  modelId: 'e5',
  doEmbed: async ({ values }: { values: string[] }) => ({ embeddings: values.map(() => [3]), warnings: [] }),
}
const providers = { house: { baseUrl: 'http://127.0.0.1:9/v1' } }

function made(name: string, config: Partial<EmbedderOptions['config']> = {}, env = {}) {
  return embedderOf({ name, env, config: { embedder: undefined, providers: {}, ...config } })
}

describe('who makes vectors', () => {
  it.each([
    ['', {}, {}, 'lexical/hashed-1'],
    ['lexical/hashed', {}, {}, 'lexical/hashed-1'],
    ['mine/own', { embedder: own }, {}, 'mine/own'],
    ['acme/e5', { embedder: ofAiSdk }, {}, 'acme/e5'],
    ['house/e5', { providers }, {}, 'house/e5'],
    ['openai/text-embedding-3-small', {}, { OPENAI_API_KEY: 'k' }, 'openai/text-embedding-3-small'],
    // Who was named elsewhere goes before the object of the config file.
    ['lexical/hashed', { embedder: own }, {}, 'lexical/hashed-1'],
  ])('by the name `%s` with %j and %j is %s', (name, config, env, id) => {
    const embedder = made(name, config, env)
    expect([embedder.id, embedderFault(embedder)]).toEqual([id, undefined])
  })

  it('is asked as it was given', async () => {
    expect(await made('mine/own', { embedder: own }).embed(['a', 'b'], signal)).toHaveLength(2)
    expect(await made('acme/e5', { embedder: ofAiSdk }).embed(['a'], signal)).toEqual([new Float32Array([3])])
  })

  it.each([
    ['nowhere/e5', 'embedder-unknown', '`nowhere/e5`: there is no provider `nowhere`.'],
    ['nonsense', 'embedder-unknown', '`nonsense` is no name of an embedding model'],
    [
      'lexical/other',
      'embedder-unknown',
      'There is no embedder `lexical/other`; the one without a service is lexical/hashed.',
    ],
    ['openai/e', 'model-auth', '`openai/e` needs a key in OPENAI_API_KEY.'],
    ['mine/own', 'embedder-unknown', '`mine/own`: there is no provider `mine`.'],
  ])('is nobody by the name `%s`, which is told when vectors are needed', async (name, code, message) => {
    const embedder = made(name)
    const told = { code, message: expect.stringContaining(message) }
    expect([embedder.id, embedderFault(embedder)]).toMatchObject([name, told])
    await expect(embedder.embed(['a'], signal)).rejects.toMatchObject(told)
  })

  it.each([
    ['', undefined],
    ['lexical/hashed', undefined],
    ['mine/own', undefined],
    ['house/e5', undefined],
    ['openai/text-embedding-3-small', undefined],
    ['lexical/other', 'There is no embedder `lexical/other`; the one without a service is lexical/hashed.'],
    ['nonsense', expect.stringMatching(/^`nonsense` is no name of an embedding model/)],
    ['anthropic/x', expect.stringMatching(/^`anthropic\/x`: the provider anthropic has no embedding models\./)],
  ])('may be called `%s`, a key or none: %s', (name, fault) => {
    expect(embedderNameFault(name, { embedder: own, providers })).toEqual(fault)
  })

  it('tells what a service has counted', async () => {
    const counting = {
      ...ofAiSdk,
      doEmbed: async () => ({ embeddings: [[3]], usage: { tokens: 7 }, warnings: [] }),
    }
    const told: unknown[] = []
    const config = { embedder: counting, providers }
    await embedderOf({ name: 'acme/e5', env: {}, config, onUsage: (usage) => told.push(usage) }).embed(['a'], signal)
    expect(told).toEqual([{ model: 'acme/e5', tokens: 7 }])
  })

  it('keeps no place from opening, where the name can be mended', async () => {
    const cwd = temporaryFolder()
    const env = { HOME: cwd, GYRE_DATA: cwd, GYRE_EMBEDDING_MODEL: 'nowhere/e5' }
    const place = await openWorkplace({ cwd, env, platform: 'linux' })
    expect(place.knowledge.own.embedder.id).toBe('nowhere/e5')
    await place.close()
  })
})
