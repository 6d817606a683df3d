import { describe, expect, it } from 'vitest'
import { lengths, listeningEmbedder, openShelf, saveChunks, storeNames } from '../../test/embedding-shelf.ts'
import { checkEmbedder } from './embedder-check.ts'
import { fillVectors } from './fill-vectors.ts'
import { reembed } from './reembed.ts'

const many = (count: number) => Array.from({ length: count }, (_, index) => `text ${index}.`)

describe.each(storeNames)('reembed in %s', (name) => {
  it('puts the vectors of the embedder in place of all others', async () => {
    const shelf = openShelf(name, listeningEmbedder('acme/old'))
    await saveChunks(shelf, 'a', many(3))
    await fillVectors(shelf)
    await fillVectors({ ...shelf, embedder: listeningEmbedder('acme/older') })
    const renewed = { ...shelf, embedder: listeningEmbedder('acme/new') }
    expect(await reembed(renewed)).toEqual({ embedded: 3, removed: ['acme/old', 'acme/older'] })
    expect((await shelf.store.overview('ada')).vectors).toEqual([{ embedder: 'acme/new', dimensions: 2, count: 3 }])
    expect(await reembed(renewed)).toEqual({ embedded: 0, removed: [] })
  })

  it('leaves the vectors of other owners', async () => {
    const shelf = openShelf(name, listeningEmbedder('acme/old'))
    const others = { ...shelf, owner: 'bob' }
    await saveChunks(others, 'b', many(2))
    await fillVectors(others)
    await reembed({ ...shelf, embedder: listeningEmbedder('acme/new') })
    expect(await shelf.store.embedders('bob')).toEqual(['acme/old'])
  })

  it('loses nothing when it is killed, and goes on', async () => {
    const shelf = openShelf(name, listeningEmbedder('acme/old'))
    const ids = await saveChunks(shelf, 'a', many(600))
    await fillVectors(shelf)
    const dying = listeningEmbedder('acme/new', async (texts, batch) => {
      if (batch === 3) throw new Error('Killed.')
      return lengths(texts)
    })
    await expect(reembed({ ...shelf, embedder: dying })).rejects.toThrow('Killed.')
    expect(await shelf.store.vectors('acme/old', ids)).toHaveLength(600)
    const made = (await shelf.store.vectors('acme/new', ids)).length
    expect(made).toBeGreaterThan(0)
    const again = { ...shelf, embedder: listeningEmbedder('acme/new') }
    expect(await reembed(again)).toEqual({ embedded: 600 - made, removed: ['acme/old'] })
  })
})

describe('checkEmbedder', () => {
  it('takes an index without vectors, and one with those of the embedder', async () => {
    const shelf = openShelf('memoryStore', listeningEmbedder('acme/one'))
    await saveChunks(shelf, 'a', ['One.'])
    await expect(checkEmbedder(shelf)).resolves.toBeUndefined()
    await fillVectors(shelf)
    await expect(checkEmbedder(shelf)).resolves.toBeUndefined()
  })

  it('refuses vectors of others, until they are made again', async () => {
    const shelf = openShelf('memoryStore', listeningEmbedder('acme/one'))
    await saveChunks(shelf, 'a', ['One.'])
    await fillVectors(shelf)
    const other = { ...shelf, embedder: listeningEmbedder('acme/two') }
    await expect(checkEmbedder(other)).rejects.toMatchObject({
      code: 'embedder-mismatch',
      message:
        'The index holds vectors of `acme/one`, and the embedder in use is `acme/two`. ' +
        'Their vectors cannot be compared: run `gyre knowledge reembed`.',
    })
    await expect(checkEmbedder({ ...other, owner: 'bob' })).resolves.toBeUndefined()
    await reembed(other)
    await expect(checkEmbedder(other)).resolves.toBeUndefined()
  })
})
