import type { Embedder } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { brokenEmbedder, meaningEmbedder, memoryWorld, storeNames } from '../../test/memory-world.ts'
import { addNote, editMemory, findMemories, getMemory, listMemories, removeMemories } from './manage.ts'
import { reembedMemories } from './reembed-memories.ts'

describe.each(storeNames)('reembedding memories of a %s', (name) => {
  it('fills in the vectors that are missing, and those of another embedder', async () => {
    const { shelf, embedder } = memoryWorld(name)
    await addNote({ ...shelf, embedder: brokenEmbedder }, { text: 'A cup.', expiresInMs: 1000 })
    await addNote({ ...shelf, embedder: meaningEmbedder('test/other') }, { text: 'A car.' })
    await addNote(shelf, { text: 'The moon.' })
    expect(await findMemories(shelf, 'tea')).toEqual([])
    const before = await listMemories(shelf)
    expect(await reembedMemories(shelf)).toBe(2)
    expect((await findMemories(shelf, 'tea')).map(({ text }) => text)).toEqual(['A cup.'])
    expect((await findMemories(shelf, 'wheels')).map(({ text }) => text)).toEqual(['A car.'])
    expect(embedder.texts.slice(0, 4)).toEqual(['The moon.', 'tea', 'A car.', 'A cup.'])
    const kept = ({ expiresAt, text, at }: { expiresAt: number | null; text: string; at: number }) => [
      text,
      at,
      expiresAt,
    ]
    expect((await listMemories(shelf)).map(kept)).toEqual(before.map(kept))
    expect(await reembedMemories(shelf)).toBe(0)
  })

  it('works on a few at a time and tells how far it is', async () => {
    const { shelf } = memoryWorld(name)
    const broken = { ...shelf, embedder: brokenEmbedder }
    for (let count = 0; count < 130; count++) await addNote(broken, { text: `tea ${count}` })
    const sizes: number[] = []
    const counting: Embedder = {
      id: 'test/meaning',
      embed: (texts, signal) => {
        sizes.push(texts.length)
        return shelf.embedder.embed(texts, signal)
      },
    }
    const seen: (readonly [number, number])[] = []
    const onProgress = (done: number, total: number) => seen.push([done, total])
    expect(await reembedMemories({ ...shelf, embedder: counting }, { onProgress })).toBe(130)
    expect(sizes).toEqual([128, 2])
    expect(seen).toEqual([
      [128, 130],
      [130, 130],
    ])
  })

  it('sends no more text at once than an embedder takes', async () => {
    const { shelf } = memoryWorld(name)
    const broken = { ...shelf, embedder: brokenEmbedder }
    for (let count = 0; count < 14; count++) await addNote(broken, { text: 'tea '.repeat(5000).trim() })
    const seen: number[] = []
    await reembedMemories(shelf, { onProgress: (done) => seen.push(done) })
    expect(seen).toEqual([12, 14])
  })

  it('keeps what is done when it is stopped, and goes on from there', async () => {
    const { shelf, embedder } = memoryWorld(name)
    const broken = { ...shelf, embedder: brokenEmbedder }
    for (let count = 0; count < 134; count++) await addNote(broken, { text: `tea ${count}` })
    const stop = new AbortController()
    const stopped = reembedMemories(shelf, { signal: stop.signal, onProgress: () => stop.abort() })
    await expect(stopped).rejects.toThrow()
    expect(embedder.texts).toHaveLength(128)
    expect(await reembedMemories(shelf)).toBe(6)
  })

  it('fails where the embedder gives what is no vector, and fills none of the batch in', async () => {
    const { shelf } = memoryWorld(name)
    const broken = { ...shelf, embedder: brokenEmbedder }
    for (const text of ['tea', 'car']) await addNote(broken, { text })
    const odd: Embedder = { id: 'test/odd', embed: async () => [Float32Array.from([1]), new Float32Array()] }
    await expect(reembedMemories({ ...shelf, embedder: odd })).rejects.toThrow(
      'The embedder `test/odd` gave an empty vector of text 2 of 2.',
    )
    expect((await listMemories(shelf)).map(({ vector }) => vector)).toEqual([null, null])
  })

  it('fails where the embedder does', async () => {
    const { shelf } = memoryWorld(name)
    await addNote(shelf, { text: 'tea' })
    await expect(reembedMemories({ ...shelf, embedder: brokenEmbedder })).rejects.toThrow('no key')
    expect(await getMemory(shelf, 'mem_1')).toMatchObject({ embedder: 'test/meaning' })
  })

  it('passes over what was edited or removed meanwhile', async () => {
    const { shelf } = memoryWorld(name)
    const broken = { ...shelf, embedder: brokenEmbedder }
    for (const text of ['tea one', 'tea two', 'tea three']) await addNote(broken, { text })
    const meddling: Embedder = {
      id: 'test/meaning',
      embed: async (texts, signal) => {
        await editMemory(shelf, 'mem_1', { text: 'car' })
        await removeMemories(shelf, ['mem_2'])
        return shelf.embedder.embed(texts, signal)
      },
    }
    expect(await reembedMemories({ ...shelf, embedder: meddling })).toBe(1)
    expect((await listMemories(shelf)).map(({ id, text, vector }) => [id, text, vector && [...vector]])).toEqual([
      ['mem_3', 'tea three', [0, 1, 0]],
      ['mem_1', 'car', [1, 0, 0]],
    ])
  })
})
