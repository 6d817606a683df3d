import { describe, expect, it } from 'vitest'
import { brokenEmbedder, memoryWorld, midnight, storeNames } from '../../test/memory-world.ts'
import { addNote, editMemory, findMemories, forgetExpired, getMemory, listMemories, removeMemories } from './manage.ts'
import { sessionMemory } from './session-memory.ts'

const day = 86_400_000

describe.each(storeNames)('memories in a %s', (name) => {
  it('are notes that people add, with a vector', async () => {
    const { shelf } = memoryWorld(name)
    expect(await addNote(shelf, { text: ' Ada likes tea.\n', expiresInMs: day })).toEqual({
      id: 'mem_1',
      owner: 'ada',
      session: null,
      key: null,
      kind: 'note',
      text: 'Ada likes tea.',
      data: null,
      at: midnight,
      expiresAt: midnight + day,
      embedder: 'test/meaning',
      vector: Float32Array.from([0, 1, 0]),
    })
  })

  it('are listed newest first, by kind, no more than asked for', async () => {
    const { shelf, clock } = memoryWorld(name)
    await addNote(shelf, { text: 'one' })
    await clock.advance(1)
    await addNote(shelf, { text: 'two' })
    await clock.advance(1)
    const from = { owner: 'ada', session: 'ses_1', key: 'x' }
    await sessionMemory(shelf).remember({ text: 'three', kind: 'reasoning' }, from)
    const texts = async (options?: Parameters<typeof listMemories>[1]) =>
      (await listMemories(shelf, options)).map(({ text }) => text)
    expect(await texts()).toEqual(['three', 'two', 'one'])
    expect(await texts({ kind: 'note' })).toEqual(['two', 'one'])
    expect(await texts({ limit: 2 })).toEqual(['three', 'two'])
  })

  it.each([0, -1, 2.5, Number.NaN])('are not listed up to %s', async (limit) => {
    const { shelf } = memoryWorld(name)
    await expect(listMemories(shelf, { limit })).rejects.toMatchObject({
      code: 'argument-invalid',
      message: `\`limit\` is a whole number above zero, not \`${limit}\`.`,
    })
  })

  it('are found by words and by meaning, of one kind if that is asked for', async () => {
    const { shelf } = memoryWorld(name)
    await addNote(shelf, { text: 'A cup.' })
    const from = { owner: 'ada', session: 'ses_1', key: 'x' }
    await sessionMemory(shelf).remember({ text: 'A drink.', kind: 'reasoning' }, from)
    expect((await findMemories(shelf, 'tea')).map(({ text, score }) => [text, score])).toEqual([
      ['A cup.', 1],
      ['A drink.', 1],
    ])
    expect((await findMemories(shelf, 'tea', { kind: 'reasoning' })).map(({ text }) => text)).toEqual(['A drink.'])
    expect(await findMemories(shelf, 'tea', { limit: 1 })).toHaveLength(1)
  })

  it('are found by the share of their words where there is no vector to compare', async () => {
    const { shelf } = memoryWorld(name)
    await addNote(shelf, { text: 'tea' })
    const other = { ...shelf, embedder: { ...shelf.embedder, id: 'test/other' } }
    const found = async (from: typeof shelf) =>
      (await findMemories(from, 'tea pot')).map(({ score, by }) => [score < 1, by])
    expect(await found(shelf)).toEqual([[expect.any(Boolean), 'vector']])
    expect(await found(other)).toEqual([[true, 'words']])
  })

  it('are named by an id, or a beginning of it that no other has', async () => {
    const { shelf } = memoryWorld(name)
    for (let count = 1; count <= 12; count++) await addNote(shelf, { text: `note ${count}` })
    const textOf = async (named: string) => (await getMemory(shelf, named)).text
    expect(await textOf('mem_1')).toBe('note 1')
    expect(await textOf('mem_12')).toBe('note 12')
    expect(await textOf('2')).toBe('note 2')
    await removeMemories(shelf, ['mem_1', 'mem_10', 'mem_11'])
    expect(await textOf('mem_1')).toBe('note 12')
  })

  it.each([
    ['mem_7', 'There is no memory `mem_7`.'],
    ['', 'There is no memory ``.'],
    ['mem_', 'Several memories begin with `mem_`: `mem_2`, `mem_1`. Write more of the id.'],
  ])('are not named by %j', async (named, message) => {
    const { shelf, clock } = memoryWorld(name)
    await addNote(shelf, { text: 'one' })
    await clock.advance(1)
    await addNote(shelf, { text: 'two' })
    await expect(getMemory(shelf, named)).rejects.toMatchObject({ code: 'memory-unknown', message })
  })

  it('are nobody else’s to see, change or remove', async () => {
    const { shelf } = memoryWorld(name)
    const { id } = await addNote(shelf, { text: 'tea' })
    const bobs = { ...shelf, owner: 'bob' }
    const unknown = { code: 'memory-unknown', message: `There is no memory \`${id}\`.` }
    await expect(getMemory(bobs, id)).rejects.toMatchObject(unknown)
    await expect(editMemory(bobs, id, { text: 'x' })).rejects.toMatchObject(unknown)
    await expect(removeMemories(bobs, [id])).rejects.toMatchObject(unknown)
    expect(await listMemories(bobs)).toEqual([])
    expect(await getMemory(shelf, id)).toMatchObject({ text: 'tea' })
  })

  it('are found by what they say after an edit', async () => {
    const { shelf } = memoryWorld(name)
    await addNote(shelf, { text: 'A cup of tea.', expiresInMs: day })
    const edited = await editMemory(shelf, 'mem_1', { text: ' A car. ' })
    expect(edited).toMatchObject({ text: 'A car.', expiresAt: midnight + day, vector: Float32Array.from([1, 0, 0]) })
    expect(await getMemory(shelf, 'mem_1')).toEqual(edited)
    expect(await findMemories(shelf, 'drink')).toEqual([])
    expect(await findMemories(shelf, 'wheels')).toHaveLength(1)
  })

  it('keep no vector of what they said before, when the embedder fails', async () => {
    const { shelf } = memoryWorld(name)
    await addNote(shelf, { text: 'tea' })
    await editMemory({ ...shelf, embedder: brokenEmbedder }, 'mem_1', { text: 'car' })
    expect(await getMemory(shelf, 'mem_1')).toMatchObject({ text: 'car', embedder: null, vector: null })
  })

  it('are kept for another while, or for ever, without being embedded again', async () => {
    const { shelf, embedder, clock } = memoryWorld(name)
    await addNote(shelf, { text: 'tea', expiresInMs: 10 })
    await clock.advance(5)
    expect(await editMemory(shelf, 'mem_1', { expiresInMs: day })).toMatchObject({ expiresAt: midnight + 5 + day })
    expect(await getMemory(shelf, 'mem_1')).toMatchObject({ expiresAt: midnight + 5 + day })
    await editMemory(shelf, 'mem_1', { expiresInMs: null, text: 'tea' })
    expect(await getMemory(shelf, 'mem_1')).toMatchObject({ expiresAt: null, vector: Float32Array.from([0, 1, 0]) })
    expect(embedder.texts).toEqual(['tea'])
  })

  it.each([
    [{}, 'Give a new `text`, or `expiresInMs`: there is nothing to change.'],
    [{ text: '' }, 'A memory needs a text that is not empty.'],
    [{ text: 7 as never }, 'A memory needs a text that is not empty.'],
    [{ expiresInMs: -5 }, 'A memory is kept for a number of milliseconds above zero, not for `-5`.'],
    [{ expiresInMs: 1e300 }, 'A memory is kept for a number of milliseconds above zero, not for `1e+300`.'],
  ])('are not changed by %j', async (change, message) => {
    const { shelf } = memoryWorld(name)
    const note = await addNote(shelf, { text: 'tea' })
    await expect(editMemory(shelf, 'mem_1', change)).rejects.toMatchObject({ code: 'argument-invalid', message })
    expect(await getMemory(shelf, 'mem_1')).toEqual(note)
  })

  it('are removed all or none', async () => {
    const { shelf } = memoryWorld(name)
    for (const text of ['one', 'two', 'three']) await addNote(shelf, { text })
    await expect(removeMemories(shelf, ['mem_1', 'mem_9'])).rejects.toMatchObject({ code: 'memory-unknown' })
    expect(await listMemories(shelf)).toHaveLength(3)
    const removed = await removeMemories(shelf, ['mem_1', 'mem_3', 'mem_1'])
    expect(removed.map(({ text }) => text)).toEqual(['one', 'three'])
    expect((await listMemories(shelf)).map(({ text }) => text)).toEqual(['two'])
  })

  it('are gone for good once they have expired and are forgotten', async () => {
    const { shelf, store, clock } = memoryWorld(name)
    await addNote(shelf, { text: 'one', expiresInMs: 10 })
    await addNote(shelf, { text: 'two' })
    expect(await forgetExpired(shelf)).toBe(0)
    await clock.advance(10)
    expect(await listMemories(shelf)).toHaveLength(1)
    expect(await forgetExpired(shelf)).toBe(1)
    expect(await store.get('mem_1')).toBeUndefined()
  })
})
