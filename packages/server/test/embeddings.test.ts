import { letterEmbedder, scriptedModel } from '@gyre/core/testing'
import OpenAI from 'openai'
import { afterEach, describe, expect, it } from 'vitest'
import type { Body } from './support/chat-lab.ts'
import { type TestServer, testServer } from './support/test-server.ts'

let server: TestServer | undefined

afterEach(async () => {
  await server?.close()
  server = undefined
})

async function embed(json: object): Promise<Body> {
  server ??= await testServer({ model: scriptedModel() })
  const response = await server.request('/v1/embeddings', { json })
  return { status: response.status, ...((await response.json()) as object) }
}

async function vectorsOf(...texts: readonly string[]): Promise<readonly number[][]> {
  const vectors = await letterEmbedder.embed(texts, new AbortController().signal)
  return vectors.map((vector) => [...vector])
}

describe('embeddings', () => {
  it('are the vectors of the embedder, one for each text', async () => {
    const [one, two] = await vectorsOf('sea and sky', 'cup')
    expect(await embed({ model: 'any', input: ['sea and sky', 'cup'] })).toEqual({
      status: 200,
      object: 'list',
      data: [
        { object: 'embedding', index: 0, embedding: one },
        { object: 'embedding', index: 1, embedding: two },
      ],
      model: 'test/letters',
      usage: { prompt_tokens: 4, total_tokens: 4 },
    })
  })

  it('of one text are a list of one', async () => {
    expect((await embed({ model: 'any', input: 'cup' })).data).toHaveLength(1)
  })

  it('are unpacked by the official client, which asks for base64', async () => {
    server = await testServer({ model: scriptedModel() })
    const client = new OpenAI({ baseURL: server.openai, apiKey: server.key })
    const { data } = await client.embeddings.create({ model: 'any', input: 'sea' })
    const [expected] = await vectorsOf('sea')
    expect(data[0]?.embedding).toEqual(expected)
  })

  it.each([
    [{ input: [1, 2, 3] }, 'input[0]'],
    [{ input: [[1, 2]] }, 'input[0]'],
    [{ input: ['a', ''] }, 'input[1]'],
    [{ input: 'a', dimensions: 8 }, 'dimensions'],
    [{ input: 'a', encoding_format: 'int8' }, 'encoding_format'],
    [{ input: [] }, 'input'],
    [{ input: Array(2049).fill('a') }, 'input'],
    [{}, 'input'],
  ])('are refused for what is no list of texts: %#', async (request, param) => {
    expect(await embed({ model: 'any', ...request })).toMatchObject({ status: 400, error: { param } })
  })
})
