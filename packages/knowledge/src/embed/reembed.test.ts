import { GyreError } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { lengths, listeningEmbedder, openShelf, saveChunks, storeNames } from '../../test/embedding-shelf.ts'
import { checkEmbedder, checkSearched } from './embedder-check.ts'
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
    expect(await reembed(renewed)).toEqual({ embedded: 3, refused: [], removed: ['acme/old', 'acme/older'] })
    expect((await shelf.store.overview('ada')).vectors).toEqual([{ embedder: 'acme/new', dimensions: 2, count: 3 }])
    expect(await reembed(renewed)).toEqual({ embedded: 0, refused: [], removed: [] })
  })

  it('leaves the vectors of other owners', async () => {
    const shelf = openShelf(name, listeningEmbedder('acme/old'))
    const others = { ...shelf, owner: 'bob' }
    await saveChunks(others, 'b', many(2))
    await fillVectors(others)
    await reembed({ ...shelf, embedder: listeningEmbedder('acme/new') })
    expect(await shelf.store.embedders('bob')).toEqual(['acme/old'])
  })

  it('makes vectors anew that the embedder gave when they were shorter', async () => {
    const shelf = openShelf(name, listeningEmbedder('acme/one'))
    await saveChunks(shelf, 'a', many(3))
    await fillVectors(shelf)
    const longer = listeningEmbedder('acme/one', async (texts) => texts.map(() => new Float32Array([1, 2, 3])))
    expect(await reembed({ ...shelf, embedder: longer })).toEqual({ embedded: 3, refused: [], removed: [] })
    expect((await shelf.store.overview('ada')).vectors).toEqual([{ embedder: 'acme/one', dimensions: 3, count: 3 }])
  })

  it('keeps the vectors there are when the embedder refuses every text', async () => {
    const shelf = openShelf(name, listeningEmbedder('acme/old'))
    await saveChunks(shelf, 'a', many(3))
    await fillVectors(shelf)
    const refusing = listeningEmbedder('acme/new', async () => {
      throw new GyreError('model-failed', 'Not a text for me.')
    })
    await expect(reembed({ ...shelf, embedder: refusing })).rejects.toMatchObject({
      code: 'model-failed',
      message: '`acme/new` refuses every text: Not a text for me. The vectors there are stay.',
    })
    expect(await shelf.store.embedders('ada')).toEqual(['acme/old'])
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
    expect(await reembed(again)).toEqual({ embedded: 600 - made, refused: [], removed: ['acme/old'] })
  })
})

describe('checkEmbedder', () => {
  it('says how far a move to the embedder has come, and lets the one before search', async () => {
    const shelf = openShelf('memoryStore', listeningEmbedder('acme/old'))
    await saveChunks(shelf, 'a', many(600))
    await fillVectors(shelf)
    const dying = listeningEmbedder('acme/new', async (texts, batch) => {
      if (batch === 2) throw new Error('Killed.')
      return lengths(texts)
    })
    const moved = { ...shelf, embedder: dying }
    await expect(reembed(moved)).rejects.toThrow('Killed.')
    const [, made] = [...(await shelf.store.overview('ada')).vectors].sort((a, b) => b.count - a.count)
    const message = `${made?.count} of 600 chunks are embedded by \`acme/new\`: go on with \`gyre knowledge reembed\`, or go back to \`acme/old\`.`
    await expect(checkSearched(moved)).rejects.toMatchObject({ code: 'embedder-mismatch', message })
    await expect(checkEmbedder(moved)).rejects.toMatchObject({ code: 'embedder-mismatch', message })
    await expect(checkSearched(shelf)).resolves.toBeUndefined()
    await expect(checkEmbedder(shelf)).rejects.toMatchObject({ code: 'embedder-mismatch' })
  })

  it('lets an embedder search whose vectors are whole, beside those of others', async () => {
    const shelf = openShelf('memoryStore', listeningEmbedder('acme/old'))
    await saveChunks(shelf, 'a', many(3))
    await fillVectors(shelf)
    const other = { ...shelf, embedder: listeningEmbedder('acme/new') }
    await expect(checkSearched(other)).rejects.toMatchObject({ code: 'embedder-mismatch' })
    await fillVectors(other)
    await expect(checkSearched(other)).resolves.toBeUndefined()
    await expect(checkSearched(shelf)).resolves.toBeUndefined()
  })

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
