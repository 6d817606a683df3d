import { describe, expect, it } from 'vitest'
import { lengths, listeningEmbedder, openShelf, saveChunks, storeNames } from '../../test/embedding-shelf.ts'
import { embeddedText } from './embedded-text.ts'
import { fillVectors } from './fill-vectors.ts'
import { hashedEmbedder } from './hashed-embedder.ts'

const many = (count: number) => Array.from({ length: count }, (_, index) => `text ${index}.`)
const nextTurn = () => new Promise(setImmediate)

describe.each(storeNames)('fillVectors in %s', (name) => {
  it('embeds what has no vector, with the headings above it', async () => {
    const embedder = listeningEmbedder('acme/one')
    const shelf = openShelf(name, embedder)
    const ids = await saveChunks(shelf, 'a', ['Whales sing.', 'Loudly.'], ['Animals', 'Sea'])
    expect(await fillVectors(shelf)).toBe(2)
    expect(embedder.batches).toEqual([['Animals › Sea\nWhales sing.', 'Animals › Sea\nLoudly.']])
    expect(await shelf.store.vectors('acme/one', ids)).toEqual([
      { chunk: 'a/0', vector: new Float32Array([26, 1]) },
      { chunk: 'a/1', vector: new Float32Array([21, 1]) },
    ])
    expect(await fillVectors(shelf)).toBe(0)
    expect(embedder.batches).toHaveLength(1)
  })

  it('leaves what other owners have', async () => {
    const shelf = openShelf(name, listeningEmbedder('acme/one'))
    await saveChunks({ ...shelf, owner: 'bob' }, 'b', ['Mine.'])
    expect(await fillVectors(shelf)).toBe(0)
    expect(await shelf.store.withoutVector('acme/one', 'bob', 9)).toEqual(['b/0'])
  })

  it('tells after each batch how far it is, of what had no vector', async () => {
    const shelf = openShelf(name, listeningEmbedder('acme/one'))
    await saveChunks(shelf, 'old', many(10))
    await fillVectors(shelf)
    await saveChunks(shelf, 'new', many(600))
    const told: string[] = []
    expect(await fillVectors(shelf, { onProgress: (done, total) => told.push(`${done}/${total}`) })).toBe(600)
    expect(told).toEqual(['128/600', '256/600', '384/600', '512/600', '600/600'])
  })

  it('goes on where it was killed', async () => {
    const dying = listeningEmbedder('acme/one', async (texts, batch) => {
      if (batch === 3) throw new Error('Killed.')
      return lengths(texts)
    })
    const shelf = openShelf(name, dying)
    await saveChunks(shelf, 'a', many(600))
    await expect(fillVectors(shelf)).rejects.toThrow('Killed.')
    const left = (await shelf.store.withoutVector('acme/one', 'ada', 1000)).length
    expect(left).toBeLessThan(600)
    const again = listeningEmbedder('acme/one')
    expect(await fillVectors({ ...shelf, embedder: again })).toBe(left)
    expect(again.batches.flat()).toHaveLength(left)
    expect(await shelf.store.withoutVector('acme/one', 'ada', 1000)).toEqual([])
  })

  it('embeds what comes while it runs', async () => {
    const shelf = openShelf(name, hashedEmbedder())
    await saveChunks(shelf, 'a', many(200))
    let isLate = false
    const progress: number[][] = []
    const onProgress = (done: number, total: number) => {
      progress.push([done, total])
      if (isLate) return
      isLate = true
      void saveChunks(shelf, 'b', many(3))
    }
    expect(await fillVectors(shelf, { onProgress })).toBe(203)
    expect(progress.at(-1)).toEqual([203, 203])
  })

  it.each([
    ['too few', [new Float32Array([1])], 'The embedder `acme/one` gave 1 vectors for 2 texts; one for each is needed.'],
    [
      'one with NaN',
      [new Float32Array([1]), new Float32Array([Number.NaN])],
      'The embedder `acme/one` gave a vector of text 2 of 2 with a value that is no number.',
    ],
    [
      'one of another length',
      [new Float32Array([1]), new Float32Array([1, 2])],
      'The embedder `acme/one` gave a vector of 2 numbers of text 2 of 2, and one of 1 for the first.',
    ],
    [
      'empty ones',
      [new Float32Array(), new Float32Array()],
      'The embedder `acme/one` gave an empty vector of text 1 of 2.',
    ],
  ])('saves nothing of a batch with wrong vectors: %s', async (_, vectors, message) => {
    const shelf = openShelf(
      name,
      listeningEmbedder('acme/one', async () => vectors),
    )
    await saveChunks(shelf, 'a', ['One.', 'Two.'])
    await expect(fillVectors(shelf)).rejects.toMatchObject({ code: 'model-failed', message })
    expect(await shelf.store.embedders('ada')).toEqual([])
  })
})

describe('fillVectors', () => {
  it('has two batches under way, and never more', async () => {
    let running = 0
    let most = 0
    const embedder = listeningEmbedder('acme/one', async (texts) => {
      most = Math.max(most, ++running)
      await nextTurn()
      running--
      return lengths(texts)
    })
    const shelf = openShelf('memoryStore', embedder)
    await saveChunks(shelf, 'a', many(1000))
    expect(await fillVectors(shelf)).toBe(1000)
    expect(most).toBe(2)
    expect(new Set(embedder.batches.flat()).size).toBe(1000)
  })

  it('gives an embedder no more than a hundred thousand characters at once, and a longer text alone', async () => {
    const embedder = listeningEmbedder('acme/one')
    const shelf = openShelf('memoryStore', embedder)
    await saveChunks(
      shelf,
      'a',
      [60_000, 40_000, 1, 200_000, 5].map((length) => 'x'.repeat(length)),
    )
    await fillVectors(shelf)
    expect(embedder.batches.map((batch) => batch.map(({ length }) => length))).toEqual([
      [60_000, 40_000],
      [1],
      [200_000],
      [5],
    ])
  })

  it('stops the batch beside the one that fails, and tells of the failure alone', async () => {
    let isStopped = false
    const embedder = listeningEmbedder('acme/one', async (_, batch, signal) => {
      if (batch === 2) throw new Error('No key.')
      while (!signal.aborted) await nextTurn()
      isStopped = true
      throw new Error('Cut off.')
    })
    const shelf = openShelf('memoryStore', embedder)
    await saveChunks(shelf, 'a', many(600))
    await expect(fillVectors(shelf)).rejects.toThrow('No key.')
    expect(isStopped).toBe(true)
    expect(embedder.batches).toHaveLength(2)
  })

  it('stops when it is aborted, and keeps what it has', async () => {
    const abort = new AbortController()
    const embedder = listeningEmbedder('acme/one')
    const shelf = openShelf('memoryStore', embedder)
    await saveChunks(shelf, 'a', many(600))
    const onProgress = () => abort.abort(new Error('Enough.'))
    await expect(fillVectors(shelf, { signal: abort.signal, onProgress })).rejects.toThrow('Enough.')
    const left = (await shelf.store.withoutVector('acme/one', 'ada', 1000)).length
    expect([600 - 256, 600 - 128]).toContain(left)
  })
})

describe('embeddedText', () => {
  it.each([
    [[], 'Whales sing.'],
    [['Animals'], 'Animals\nWhales sing.'],
    [['Animals', 'Sea'], 'Animals › Sea\nWhales sing.'],
  ])('puts the headings %j above the text', (headings, expected) => {
    expect(embeddedText({ headings, text: 'Whales sing.' })).toBe(expected)
  })
})
