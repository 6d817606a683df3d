import { describe, expect, it } from 'vitest'
import { lengths, listeningEmbedder } from '../../test/embedding-shelf.ts'
import { queryVector } from './query-vector.ts'

const { signal } = new AbortController()

describe('queryVector', () => {
  it('pays for a query once', async () => {
    const embedder = listeningEmbedder('acme/one')
    expect(await queryVector(embedder, 'whales', signal)).toEqual(new Float32Array([6, 1]))
    expect(await queryVector(embedder, 'whales', signal)).toEqual(new Float32Array([6, 1]))
    expect(embedder.batches).toEqual([['whales']])
  })

  it('asks every embedder itself', async () => {
    const [one, two] = [listeningEmbedder('acme/one'), listeningEmbedder('acme/two')]
    await queryVector(one, 'whales', signal)
    await queryVector(two, 'whales', signal)
    expect(two.batches).toEqual([['whales']])
  })

  it('gives each a vector of its own', async () => {
    const embedder = listeningEmbedder('acme/one')
    const first = await queryVector(embedder, 'whales', signal)
    first.fill(0)
    const second = await queryVector(embedder, 'whales', signal)
    second.fill(0)
    expect(await queryVector(embedder, 'whales', signal)).toEqual(new Float32Array([6, 1]))
  })

  it('forgets the one of two hundred that was asked longest ago', async () => {
    const embedder = listeningEmbedder('acme/one')
    for (let index = 0; index < 200; index++) await queryVector(embedder, `query ${index}`, signal)
    await queryVector(embedder, 'query 0', signal)
    expect(embedder.batches).toHaveLength(200)
    await queryVector(embedder, 'query 200', signal)
    await queryVector(embedder, 'query 0', signal)
    expect(embedder.batches).toHaveLength(201)
    await queryVector(embedder, 'query 1', signal)
    expect(embedder.batches.at(-1)).toEqual(['query 1'])
    expect(embedder.batches).toHaveLength(202)
  })

  it('remembers no failure', async () => {
    const embedder = listeningEmbedder('acme/one', async (texts, batch) => {
      if (batch === 1) throw new Error('Gone.')
      return lengths(texts)
    })
    await expect(queryVector(embedder, 'whales', signal)).rejects.toThrow('Gone.')
    expect(await queryVector(embedder, 'whales', signal)).toEqual(new Float32Array([6, 1]))
  })

  it('refuses a vector with a value that is no number', async () => {
    const embedder = listeningEmbedder('acme/one', async () => [new Float32Array([Number.NaN])])
    await expect(queryVector(embedder, 'whales', signal)).rejects.toMatchObject({ code: 'model-failed' })
  })
})
