import { setImmediate } from 'node:timers/promises'
import type { Embedder } from '@gyre/core'
import { sqliteStore } from '@gyre/stores/sqlite'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shelfOf, vocabularyEmbedder } from '../../test/search-shelf.ts'
import { hashedEmbedder } from '../embed/hashed-embedder.ts'
import type { Found, Shelf } from '../ports.ts'
import { imagine } from './hyde.ts'
import { search } from './search.ts'

const words = ['ferry', 'boat', 'harbour', 'timetable', 'bread', 'oven']
const embedder = vocabularyEmbedder(words)

/** To it every text is near every other. */
const near: Embedder = { id: 'test/near', embed: async (texts) => texts.map((text) => Float32Array.of(1, text.length)) }

const textsOf = (found: readonly Found[]) => found.map(({ chunk }) => chunk.text)

const island = [
  { source: '/d/ferry.md', passages: ['The ferry leaves the harbour.'], at: 1_000 },
  { source: '/d/boats.md', passages: ['A boat is not a ferry.'], at: 2_000 },
  { source: '/d/bread.md', passages: ['Bread comes out of the oven.'], at: 3_000 },
]

describe('a search', () => {
  it('fuses what words and vectors find, and says how each ranked it', async () => {
    const [first, second] = await search(await shelfOf(island, embedder), 'ferry harbour')
    expect(first).toMatchObject({
      chunk: { text: 'The ferry leaves the harbour.', source: '/d/ferry.md', title: '/d/ferry.md', at: 1_000 },
      ranks: { text: 1, vector: 1 },
      score: 1 / 61 + 1 / 61,
      snippet: {
        text: 'The ferry leaves the harbour.',
        highlights: [
          [4, 9],
          [21, 28],
        ],
      },
    })
    expect(second?.ranks).toEqual({ text: 2, vector: 2 })
  })

  it('shows of a chunk what stands below its heading', async () => {
    const passages = ['## Times\n\nThe ferry leaves at seven.']
    const [found] = await search(
      await shelfOf([{ source: 'a', headings: ['Times'], passages }], embedder),
      'ferry times',
    )
    expect(found?.snippet).toEqual({ text: 'The ferry leaves at seven.', highlights: [[4, 9]] })
  })

  it('finds by vector what has no word of the query', async () => {
    const shelf = await shelfOf([{ source: 'a', passages: ['Ships sail.'] }], near)
    expect(await search(shelf, 'vessel')).toMatchObject([{ chunk: { text: 'Ships sail.' }, ranks: { vector: 1 } }])
  })

  it('takes nothing for near that a lexical embedder finds no word in common with', async () => {
    const lexical = await shelfOf(island, vocabularyEmbedder(words, 'lexical/test'))
    expect(textsOf(await search(lexical, 'oven'))).toEqual(['Bread comes out of the oven.'])
    expect(await search(await shelfOf(island, embedder), 'oven')).toHaveLength(3)
  })

  it.each(['harbuor', 'harborr', 'tiemtable', 'Timetabel'])('finds %s in spite of its wrong letters', async (query) => {
    const other = { source: '/d/times.md', passages: ['A timetable hangs at the harbour.'] }
    const [first] = await search(await shelfOf([...island.slice(1), other], hashedEmbedder()), query)
    expect(first).toMatchObject({ chunk: { source: '/d/times.md' }, ranks: { vector: 1 } })
  })

  it('finds nothing near a query without a direction', async () => {
    expect(textsOf(await search(await shelfOf(island, embedder), 'leaves'))).toEqual(['The ferry leaves the harbour.'])
  })

  it.each([
    ['sources', { sources: ['/d/boats.md'] }, ['A boat is not a ferry.']],
    ['the first day', { since: 2_000 }, ['A boat is not a ferry.']],
    ['the day after the last', { until: 2_000 }, ['The ferry leaves the harbour.']],
  ])('keeps to %s', async (_, filter, expected) => {
    const shelf = await shelfOf(island, vocabularyEmbedder(words, 'lexical/test'))
    expect(textsOf(await search(shelf, 'ferry', { filter }))).toEqual(expected)
  })

  it('keeps to its owner', async () => {
    const shelf = await shelfOf([{ source: 'a', passages: ['A ferry.'], owner: 'other' }], embedder)
    expect(await search(shelf, 'ferry')).toEqual([])
  })

  it('shows at most three chunks of one document, unless it is asked for that one alone', async () => {
    const passages = ['Ferry one.', 'Ferry two.', 'Ferry three.', 'Ferry four.', 'Ferry five.']
    const shelf = await shelfOf([{ source: 'a', passages }], embedder)
    expect(await search(shelf, 'ferry')).toHaveLength(3)
    expect(await search(shelf, 'ferry', { filter: { sources: ['a'] } })).toHaveLength(5)
  })

  it('looks below a document that fills the rankings', async () => {
    const book = { source: 'book', passages: Array.from({ length: 200 }, (_, at) => `Whale whale whale ${at}.`) }
    const notes = Array.from({ length: 12 }, (_, at) => ({
      source: `note-${String(at).padStart(2, '0')}`,
      passages: [`In this long note about ${at} things there is one word on a whale too.`],
    }))
    for (const each of [vocabularyEmbedder(['whale', 'ferry'], 'lexical/test'), hashedEmbedder(), near]) {
      const found = await search(await shelfOf([book, ...notes], each), 'whale')
      const sources = found.map(({ chunk }) => chunk.source)
      expect(sources.filter((source) => source === 'book').length, each.id).toBeLessThanOrEqual(3)
      expect(sources, each.id).toHaveLength(8)
    }
  })

  it('asks each ranking and the embedder once where the first candidates are enough', async () => {
    const shelf = await shelfOf(island, embedder)
    const asked: string[] = []
    const store = new Proxy(shelf.store, {
      get: (target, name: keyof Shelf['store']) => {
        if (/^rank/.test(name)) asked.push(name)
        return (target[name] as () => unknown).bind(target)
      },
    })
    await search({ ...shelf, store }, 'ferry')
    expect(asked).toEqual(['rankByText', 'rankByVector'])
  })

  it('makes the vector of made-up passages once, however deep it looks', async () => {
    const book = { source: 'book', passages: Array.from({ length: 200 }, (_, at) => `A boat ${at}.`) }
    const shelf = await shelfOf([book], embedder)
    const hypothetical = await imagine(async () => 'A boat.', 'ferry', 1)
    let calls = 0
    const counting: Embedder = {
      ...embedder,
      embed: (...given) => {
        calls++
        return embedder.embed(...given)
      },
    }
    expect(await search({ ...shelf, embedder: counting }, 'boat', { hypothetical })).toHaveLength(3)
    expect(calls).toBe(2)
  })

  it('shows the better of two chunks that overlap', async () => {
    const passages = ['Some boat. Then the ferry.', 'And the harbour of the ferry.', 'A timetable of the ferry.']
    const shelf = await shelfOf([{ source: 'a', passages, overlap: 12 }], embedder)
    const found = await search(shelf, 'ferry harbour')
    expect(found.map(({ chunk }) => chunk.id.slice(-4))).toEqual(['0001'])
  })

  it('puts what says the same behind what says something else, the best first', async () => {
    const copies = ['ferry ferry harbour', 'ferry harbour ferry', 'harbour ferry ferry'].map((text, index) => ({
      source: `copy-${index}`,
      passages: [text],
    }))
    const other = { source: 'other', passages: ['The timetable of a boat or ferry, and of every other thing.'] }
    const shelf = await shelfOf([...copies, other], embedder)
    const sources = async (variety: boolean) =>
      (await search(shelf, 'ferry harbour', { limit: 2, variety })).map(({ chunk }) => chunk.source)
    const [best] = await sources(false)
    expect(await sources(true)).toEqual([best, 'other'])
    expect((await sources(false)).includes('other')).toBe(false)
  })

  it('gives as many as are asked for', async () => {
    const shelf = await shelfOf(island, embedder)
    expect(await search(shelf, 'ferry', { limit: 1 })).toHaveLength(1)
  })

  it.each([0, -1, 1.5, 101, Number.NaN])('gives no %s results', async (limit) => {
    await expect(search(await shelfOf([]), 'ferry', { limit })).rejects.toMatchObject({
      code: 'argument-invalid',
      message: `A search gives from 1 to 100 results; ${limit} is no such number.`,
    })
  })

  it('refuses an index of another embedder', async () => {
    const shelf = { ...(await shelfOf(island, embedder)), embedder: vocabularyEmbedder(words, 'test/other') }
    await expect(search(shelf, 'ferry')).rejects.toMatchObject({ code: 'embedder-mismatch' })
  })

  it('refuses an index whose vectors are all of another length', async () => {
    const longer: Embedder = { ...embedder, embed: async (texts) => texts.map(() => new Float32Array(9).fill(1)) }
    const shelf = { ...(await shelfOf(island, embedder)), embedder: longer }
    await expect(search(shelf, 'ferry')).rejects.toMatchObject({
      code: 'embedder-mismatch',
      message:
        'The index holds vectors of `test/vocabulary` with 6 numbers, and it gives 9 now: the model behind the name is another. ' +
        'Run `gyre knowledge reembed`.',
    })
    await expect(search({ ...shelf, owner: 'nobody' }, 'ferry')).resolves.toEqual([])
  })

  it('ends when it is told to', async () => {
    const stop = new AbortController()
    stop.abort(new Error('enough'))
    const shelf = await shelfOf(island, embedder)
    const unasked: Embedder = { ...embedder, embed: () => Promise.reject(new Error('it was asked')) }
    const searching = search({ ...shelf, embedder: unasked }, 'ferry', { signal: stop.signal })
    await expect(searching).rejects.toThrow('enough')
  })

  it('shows chunks that have no vector yet', async () => {
    const shelf = await shelfOf(island, embedder)
    await shelf.store.removeVectors(embedder.id, 'me')
    expect(textsOf(await search(shelf, 'bread'))).toEqual(['Bread comes out of the oven.'])
  })
})

describe('any text is a query', () => {
  async function inSqlite(): Promise<Shelf & AsyncDisposable> {
    const store = await sqliteStore(':memory:')
    const memory = await shelfOf(island, embedder)
    for (const { id } of await memory.store.list('me')) {
      const document = await memory.store.get(id)
      if (document) await store.knowledge.put(document, await memory.store.chunksOf(id))
    }
    return { ...memory, store: store.knowledge, [Symbol.asyncDispose]: () => store.close() }
  }

  it.each(['', '   ', '?!', '"', '😀', '\u0000', '---', '*'])('%j finds nothing', async (query) => {
    await using shelf = await inSqlite()
    expect(await search(shelf, query)).toEqual([])
    expect(await search(await shelfOf(island, near), query)).toEqual([])
  })

  it.each([
    '"ferry',
    'ferry" OR',
    'ferry AND NOT',
    'NEAR(ferry harbour, 2)',
    'title:ferry*',
    "ferry's ^harbour",
    '{ferry}: (harbour',
    '\ud800 ferry',
  ])('%j finds the ferry', async (query) => {
    await using shelf = await inSqlite()
    expect(textsOf(await search(shelf, query))).toContain('The ferry leaves the harbour.')
  })

  it('takes a very long one', async () => {
    await using shelf = await inSqlite()
    const found = await search(shelf, `ferry harbour ${'and so on '.repeat(10_000)}`)
    expect(textsOf(found)[0]).toBe('The ferry leaves the harbour.')
  })

  it('never fails, and gives the same each time', async () => {
    await using shelf = await inSqlite()
    const codeUnits = fc.array(fc.nat(0xffff)).map((units) => String.fromCharCode(...units))
    const query = fc.oneof(codeUnits, fc.string(), fc.constantFrom(...words))
    await fc.assert(
      fc.asyncProperty(query, async (text) => {
        const found = await search(shelf, text)
        await setImmediate()
        expect(await search(shelf, text)).toEqual(found)
      }),
      { numRuns: 50 },
    )
  })
})
