import type { Embedder, Memory } from '@gyre/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { brokenEmbedder, meaningEmbedder, memoryWorld, midnight, storeNames } from '../../test/memory-world.ts'
import { sessionMemory } from './session-memory.ts'

const from = (key: string, owner = 'ada') => ({ owner, session: 'ses_1', key: `ses_1/${key}` })

async function told(memory: Memory, query: string, { owner = 'ada', limit = 5 } = {}) {
  const found = await memory.recall(query, { owner, limit })
  return found.map(({ text, score }) => [text, Math.round(score * 100) / 100])
}

describe.each(storeNames)('remembering in a %s', (name) => {
  it('keeps a memory with its vector, and answers with its id', async () => {
    const { shelf, store } = memoryWorld(name)
    const memory = sessionMemory(shelf)
    const id = await memory.remember({ text: ' A cup of tea. ', kind: 'taste', data: { who: 'ada' } }, from('a#1'))
    expect(await store.get(id)).toEqual({
      id: 'mem_1',
      owner: 'ada',
      session: 'ses_1',
      key: 'ses_1/a#1',
      kind: 'taste',
      text: 'A cup of tea.',
      data: { who: 'ada' },
      at: midnight,
      expiresAt: null,
      embedder: 'test/meaning',
      vector: Float32Array.from([0, 2, 0]),
    })
  })

  it('makes a note of what has no kind', async () => {
    const { shelf, store } = memoryWorld(name)
    const id = await sessionMemory(shelf).remember({ text: 'tea' }, from('a#1'))
    expect(await store.get(id)).toMatchObject({ kind: 'note', data: null })
  })

  it('keeps one memory of one key, and two of the same key in two sessions', async () => {
    const { shelf, store } = memoryWorld(name)
    const memory = sessionMemory(shelf)
    const ids = [
      await memory.remember({ text: 'tea' }, from('a#1')),
      await memory.remember({ text: 'tea again' }, from('a#1')),
      await memory.remember({ text: 'tea' }, { owner: 'ada', session: 'ses_2', key: 'ses_2/a#1' }),
    ]
    expect(ids[1]).toBe(ids[0])
    expect(ids[2]).not.toBe(ids[0])
    expect((await store.list({ owner: 'ada', now: midnight })).map(({ text }) => text)).toEqual(['tea', 'tea'])
  })

  it('keeps a memory without a vector when the embedder fails', async () => {
    const { shelf, store } = memoryWorld(name)
    const memory = sessionMemory({ ...shelf, embedder: brokenEmbedder })
    const id = await memory.remember({ text: 'A cup of tea.' }, from('a#1'))
    expect(await store.get(id)).toMatchObject({ text: 'A cup of tea.', embedder: null, vector: null })
    expect(await told(memory, 'some tea')).toEqual([['A cup of tea.', 0.5]])
  })

  it.each([
    ['no vector', []],
    ['an empty vector', [new Float32Array()]],
    ['a vector that is no number', [Float32Array.from([Number.NaN, 1])]],
  ])('keeps a memory without a vector when the embedder gives %s', async (_, vectors) => {
    const { shelf, store } = memoryWorld(name)
    const odd: Embedder = { id: 'test/odd', embed: async () => vectors }
    const id = await sessionMemory({ ...shelf, embedder: odd }).remember({ text: 'tea' }, from('a#1'))
    expect(await store.get(id)).toMatchObject({ embedder: null, vector: null })
  })

  it('does not wait for ever for an embedder that says nothing', async () => {
    const { shelf, store, clock } = memoryWorld(name)
    const signals: AbortSignal[] = []
    const silent: Embedder = {
      id: 'test/silent',
      embed: (_, signal) => {
        signals.push(signal)
        return new Promise(() => {})
      },
    }
    const begun = clock.now()
    const id = await clock.runUntil(
      sessionMemory({ ...shelf, embedder: silent }).remember({ text: 'tea' }, from('a#1')),
    )
    expect(await store.get(id)).toMatchObject({ text: 'tea', embedder: null, vector: null })
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
    expect(clock.now() - begun).toBe(3_000)
  })

  it('forgets when it is told to', async () => {
    const { shelf, clock } = memoryWorld(name)
    const memory = sessionMemory(shelf)
    await memory.remember({ text: 'tea', expiresInMs: 1000 }, from('a#1'))
    await clock.advance(999)
    expect(await told(memory, 'tea')).toEqual([['tea', 1]])
    await clock.advance(1)
    expect(await told(memory, 'tea')).toEqual([])
  })

  it.each([
    [{ text: ' \n ' }, 'A memory needs a text that is not empty.'],
    [{ text: 'x'.repeat(20_001) }, 'A memory has at most 20000 characters; this text has 20001.'],
    [{ text: 'x', expiresInMs: 0 }, 'A memory is kept for a number of milliseconds above zero, not for `0`.'],
    [
      { text: 'x', expiresInMs: Number.NaN },
      'A memory is kept for a number of milliseconds above zero, not for `NaN`.',
    ],
  ])('refuses what cannot be a memory: %#', async (given, message) => {
    const { shelf, store } = memoryWorld(name)
    await expect(sessionMemory(shelf).remember(given, from('a#1'))).rejects.toMatchObject({
      code: 'argument-invalid',
      message,
    })
    expect(await store.list({ owner: 'ada', now: midnight })).toEqual([])
  })
})

describe.each(storeNames)('recalling from a %s', (name) => {
  async function filled(texts: readonly string[]) {
    const world = memoryWorld(name)
    const memory = sessionMemory(world.shelf)
    for (const [index, text] of texts.entries()) await memory.remember({ text }, from(`a#${index}`))
    return { ...world, memory }
  }

  it('finds by meaning where no word is the same', async () => {
    const { memory } = await filled(['Ada drives an automobile.', 'The moon is far.'])
    expect(await told(memory, 'her car')).toEqual([['Ada drives an automobile.', 1]])
  })

  it('embeds the same question once', async () => {
    const { memory, embedder } = await filled(['Tea.'])
    await memory.recall('a cup', { owner: 'ada', limit: 1 })
    expect(await told(memory, 'a cup')).toEqual([['Tea.', 1]])
    expect(embedder.texts).toEqual(['Tea.', 'a cup'])
  })

  it('puts what is found by words and by meaning before what is found by one of them', async () => {
    const { memory } = await filled(['An automobile.', 'A blue car.', 'A blue hat.'])
    expect(await told(memory, 'blue car')).toEqual([
      ['A blue car.', 1],
      ['An automobile.', 1],
      // It has a vector, which is not near at all.
      ['A blue hat.', 0],
    ])
  })

  it('leaves out what has nothing to do with the query', async () => {
    const { memory } = await filled(['The moon is far.', 'Nothing known.'])
    expect(await told(memory, 'tea')).toEqual([])
  })

  it('gives the cosine as the score', async () => {
    const { memory } = await filled(['tea moon'])
    expect(await told(memory, 'drink')).toEqual([['tea moon', 0.71]])
  })

  it('gives equal ones in the order of their ids, and no more than asked for', async () => {
    const { memory } = await filled(['tea', 'tea', 'tea'])
    const found = await memory.recall('tea', { owner: 'ada', limit: 2 })
    expect(found.map(({ id }) => id)).toEqual(['mem_1', 'mem_2'])
  })

  it('gives what a loop is to see of a memory, and no more', async () => {
    const { memory } = await filled(['tea'])
    expect(await memory.recall('tea', { owner: 'ada', limit: 1 })).toEqual([
      { id: 'mem_1', text: 'tea', kind: 'note', data: null, score: 1 },
    ])
  })

  it('shows nobody the memories of another', async () => {
    const { memory } = await filled(['tea'])
    expect(await told(memory, 'tea', { owner: 'bob' })).toEqual([])
  })

  it('finds memories of another embedder by their words, and never compares their vectors', async () => {
    const { shelf } = await filled(['tea at night'])
    const other = sessionMemory({ ...shelf, embedder: meaningEmbedder('test/other') })
    expect(await told(other, 'drink')).toEqual([])
    expect(await told(other, 'tea, or a drink at night')).toEqual([['tea at night', 0.5]])
  })

  it('finds by words alone while the embedder fails', async () => {
    const { shelf } = await filled(['A cup of tea.', 'The moon.'])
    const memory = sessionMemory({ ...shelf, embedder: brokenEmbedder })
    expect(await told(memory, 'TEA cup sugar milk')).toEqual([['A cup of tea.', 0.5]])
  })

  it('calls none nearer than those that are', async () => {
    const { memory } = await filled([...Array<string>(60).fill('tea moon'), 'sugar drink moon moon moon'])
    // It has all the words, and is too far away to be compared with the nearest.
    expect(await told(memory, 'drink sugar', { limit: 2 })).toEqual([
      ['tea moon', 0.71],
      ['sugar drink moon moon moon', 0.71],
    ])
  })

  it('gives scores from 0 to 1, each memory once, no more than asked for', async () => {
    const word = fc.constantFrom('car', 'automobile', 'tea', 'moon', 'sky', 'hat', 'Ärger', '東京', '🦊')
    const words = fc.array(word, { minLength: 1, maxLength: 6 }).map((all) => all.join(' '))
    await fc.assert(
      fc.asyncProperty(
        fc.array(words, { maxLength: 12 }),
        words,
        fc.integer({ min: 1, max: 8 }),
        async (texts, query, limit) => {
          const { memory } = await filled(texts)
          const found = await memory.recall(query, { owner: 'ada', limit })
          expect(found.filter(({ score }) => !(score >= 0 && score <= 1))).toEqual([])
          expect(new Set(found.map(({ id }) => id)).size).toBe(found.length)
          expect(found.length).toBeLessThanOrEqual(limit)
          expect(await memory.recall(query, { owner: 'ada', limit })).toEqual(found)
        },
      ),
      { numRuns: 30 },
    )
  })

  it.each(['', ' \n', '"', '🦊', '-- ; *'])('finds nothing by %j, which has no word', async (query) => {
    const { memory } = await filled(['tea "quoted" 🦊'])
    expect(await told(memory, query)).toEqual([])
  })

  it.each([0, -1, 1.5, 101, Number.NaN])('refuses to recall %s memories', async (limit) => {
    const { memory } = await filled(['tea'])
    await expect(memory.recall('tea', { owner: 'ada', limit })).rejects.toMatchObject({
      code: 'argument-invalid',
      message: `From 1 to 100 memories can be recalled; \`${limit}\` is no such number.`,
    })
  })
})
