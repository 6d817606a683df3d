import { GyreError } from '@gyre/core'
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
    expect(await fillVectors(shelf)).toEqual({ embedded: 2, refused: [] })
    expect(embedder.batches).toEqual([['Animals › Sea\nWhales sing.', 'Animals › Sea\nLoudly.']])
    expect(await shelf.store.vectors('acme/one', ids)).toEqual([
      { chunk: 'a/0', vector: new Float32Array([26, 1]) },
      { chunk: 'a/1', vector: new Float32Array([21, 1]) },
    ])
    expect(await fillVectors(shelf)).toEqual({ embedded: 0, refused: [] })
    expect(embedder.batches).toHaveLength(1)
  })

  it('leaves what other owners have', async () => {
    const shelf = openShelf(name, listeningEmbedder('acme/one'))
    await saveChunks({ ...shelf, owner: 'bob' }, 'b', ['Mine.'])
    expect(await fillVectors(shelf)).toEqual({ embedded: 0, refused: [] })
    expect(await shelf.store.withoutVector('acme/one', 'bob', 9)).toEqual(['b/0'])
  })

  it('tells after each batch how far it is, of what had no vector', async () => {
    const shelf = openShelf(name, listeningEmbedder('acme/one'))
    await saveChunks(shelf, 'old', many(10))
    await fillVectors(shelf)
    await saveChunks(shelf, 'new', many(600))
    const told: string[] = []
    expect(await fillVectors(shelf, { onProgress: (done, total) => told.push(`${done}/${total}`) })).toEqual({
      embedded: 600,
      refused: [],
    })
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
    expect(await fillVectors({ ...shelf, embedder: again })).toEqual({ embedded: left, refused: [] })
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
    expect(await fillVectors(shelf, { onProgress })).toEqual({ embedded: 203, refused: [] })
    expect(progress.at(-1)).toEqual([203, 203])
  })

  it('embeds the others when one text is refused for good, and names that one', async () => {
    const embedder = listeningEmbedder('acme/one', async (texts) => {
      if (texts.includes('text 70.')) throw new GyreError('model-failed', 'Too strange.')
      return lengths(texts)
    })
    const shelf = openShelf(name, embedder)
    await saveChunks(shelf, 'a', many(600))
    const told: number[] = []
    const filled = await fillVectors(shelf, { onProgress: (done) => told.push(done) })
    expect(filled).toEqual({ embedded: 599, refused: [{ chunk: 'a/70', why: 'Too strange.' }] })
    expect(told.at(-1)).toBe(600)
    expect(await shelf.store.withoutVector('acme/one', 'ada', 9)).toEqual(['a/70'])
    expect(await fillVectors(shelf)).toEqual({ embedded: 0, refused: [{ chunk: 'a/70', why: 'Too strange.' }] })
  })

  it('ends when more are refused than are looked up at once', async () => {
    const embedder = listeningEmbedder('acme/one', async (texts) => {
      if (texts.some((text) => text.startsWith('long'))) throw new GyreError('model-overflow', 'Too long.')
      return lengths(texts)
    })
    const shelf = openShelf(name, embedder)
    await saveChunks(
      shelf,
      'a',
      many(600).map((text) => `long ${text}`),
    )
    await saveChunks(shelf, 'b', many(400))
    const { embedded, refused } = await fillVectors(shelf)
    expect([embedded, refused.length]).toEqual([400, 600])
  })

  it.each([
    [
      'with NaN',
      new Float32Array([Number.NaN]),
      'The embedder `acme/one` gave a vector of text 1 of 1 with a value that is no number.',
    ],
    ['empty', new Float32Array(), 'The embedder `acme/one` gave an empty vector of text 1 of 1.'],
  ])('saves no wrong vector: one %s', async (_, vector, why) => {
    const give = async (texts: readonly string[]) =>
      texts.map((text) => (text === 'Two.' ? vector : new Float32Array([1])))
    const shelf = openShelf(name, listeningEmbedder('acme/one', give))
    await saveChunks(shelf, 'a', ['One.', 'Two.'])
    expect(await fillVectors(shelf)).toEqual({ embedded: 1, refused: [{ chunk: 'a/1', why }] })
  })

  it('refuses to put vectors of another length beside those there are', async () => {
    const shelf = openShelf(name, listeningEmbedder('acme/one'))
    await saveChunks(shelf, 'a', ['One.'])
    await fillVectors(shelf)
    await saveChunks(shelf, 'b', ['Two.'])
    const longer = listeningEmbedder('acme/one', async (texts) => texts.map(() => new Float32Array([1, 2, 3])))
    await expect(fillVectors({ ...shelf, embedder: longer })).rejects.toMatchObject({
      code: 'embedder-mismatch',
      message:
        'The index holds vectors of `acme/one` with 2 numbers, and it gives 3 now: the model behind the name is another. ' +
        'Run `gyre knowledge reembed`.',
    })
    expect((await shelf.store.overview('ada')).vectors).toEqual([{ embedder: 'acme/one', dimensions: 2, count: 1 }])
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
    expect(await fillVectors(shelf)).toEqual({ embedded: 1000, refused: [] })
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

  it('fails with an embedder that takes no text at all, long before it has tried them all', async () => {
    const embedder = listeningEmbedder('acme/one', async () => {
      throw new GyreError('model-failed', 'There is no such model.')
    })
    const shelf = openShelf('memoryStore', embedder)
    await saveChunks(shelf, 'a', many(1000))
    await expect(fillVectors(shelf)).rejects.toThrow('There is no such model.')
    expect(embedder.batches.length).toBeLessThan(60)
  })

  it.each(['model-auth', 'model-unavailable', 'aborted', 'package-missing'] as const)(
    'fails with %s at once: it is not about a text',
    async (code) => {
      const embedder = listeningEmbedder('acme/one', async () => {
        throw new GyreError(code, 'Not now.')
      })
      const shelf = openShelf('memoryStore', embedder)
      await saveChunks(shelf, 'a', many(3))
      await expect(fillVectors(shelf)).rejects.toMatchObject({ code, message: 'Not now.' })
      expect(embedder.batches).toHaveLength(1)
    },
  )

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
