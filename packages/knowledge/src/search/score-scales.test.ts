import type { Ranked } from '@gyre/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shelfOf, vocabularyEmbedder } from '../../test/search-shelf.ts'
import type { Found, Shelf } from '../ports.ts'
import { search } from './search.ts'

const words = ['ferry', 'boat', 'harbour']
const embedder = vocabularyEmbedder(words)
const passages = [
  'The ferry leaves the harbour.',
  'A boat is not a ferry, nor is a ferry a boat.',
  'Harbour, harbour, harbour.',
  'Bread comes out of the oven.',
  'A boat in the harbour waits for the ferry that is late.',
]
const island = passages.map((passage, index) => ({ source: `/d/${index}.md`, passages: [passage] }))

type Rescale = (score: number) => number

/** The same rankings, with other scores. */
function rescaled(shelf: Shelf, byText: Rescale, byVector: Rescale): Shelf {
  const { store } = shelf
  const onScale = (rescale: Rescale, ranked: readonly Ranked[]) =>
    ranked.map(({ chunk, score }) => ({ chunk, score: rescale(score) }))
  const changed = {
    rankByText: async (...given: Parameters<typeof store.rankByText>) =>
      onScale(byText, await store.rankByText(...given)),
    rankByVector: async (...given: Parameters<typeof store.rankByVector>) =>
      onScale(byVector, await store.rankByVector(...given)),
  }
  return {
    ...shelf,
    store: new Proxy(store, {
      get: (target, name: keyof typeof store) =>
        name in changed ? changed[name as keyof typeof changed] : (target[name] as () => unknown).bind(target),
    }),
  }
}

/** Grows with the score, on any scale. */
const rescale = fc
  .record({
    factor: fc.double({ min: 0.001, max: 1000, noNaN: true }),
    shift: fc.integer({ min: -1000, max: 1000 }),
    isBent: fc.boolean(),
  })
  .map(
    ({ factor, shift, isBent }): Rescale =>
      (score) =>
        factor * (isBent ? Math.exp(score) : score) + shift,
  )
const query = fc.uniqueArray(fc.constantFrom(...words), { minLength: 1 }).map((asked) => asked.join(' '))

describe('scores of two rankings', () => {
  it('are never compared: a search gives the same on whatever scales they are', async () => {
    const shelf = await shelfOf(island, embedder)
    await fc.assert(
      fc.asyncProperty(query, rescale, rescale, fc.boolean(), async (asked, byText, byVector, variety) => {
        const found = await search(shelf, asked, { variety })
        expect(found.length).toBeGreaterThan(0)
        expect(await search(rescaled(shelf, byText, byVector), asked, { variety })).toEqual(found)
      }),
    )
  })
})

describe('the order in which documents were saved', () => {
  it('makes no difference', async () => {
    const found = (shelf: Shelf, asked: string): Promise<readonly Found[]> => search(shelf, asked)
    const inOrder = await shelfOf(island, embedder)
    await fc.assert(
      fc.asyncProperty(query, fc.shuffledSubarray(island, { minLength: island.length }), async (asked, shuffled) => {
        const expected = await found(inOrder, asked)
        expect(expected.length).toBeGreaterThan(0)
        expect(await found(await shelfOf(shuffled, embedder), asked)).toEqual(expected)
      }),
    )
  })
})
