import { describe, expect, it } from 'vitest'
import { shelfOf, testNow, vocabularyEmbedder } from '../../test/search-shelf.ts'
import { localSearch } from './local-search.ts'
import { storedPage } from './stored-page.ts'

const day = 86_400_000
const embedder = vocabularyEmbedder(['ferry', 'harbour'], 'lexical/test')
const signal = new AbortController().signal

const documents = [
  {
    source: 'https://ferries.example/times?a=1',
    title: 'Times',
    passages: ['The ferry leaves the harbour.', 'Another ferry.'],
    at: testNow - 3 * day,
  },
  { source: '/notes/my ferry#1.md', title: 'Notes', passages: ['A ferry I took.'], at: testNow - 40 * day },
  {
    source: 'https://blog.ferries.example/',
    title: '',
    passages: ['On ferry rides, at length.'],
    at: testNow - 500 * day,
  },
  { source: 'https://notferries.example/', passages: ['No ferry.'], owner: 'other' },
  { source: 'https://notferries.example/trains', passages: ['A train to the harbour.'], at: 1e16 },
]

const shelf = () => shelfOf(documents, embedder)
const urls = async (request: object) =>
  (await localSearch(shelf).search({ query: 'ferry', count: 8, ...request }, signal)).map(({ url }) => url)

describe('the index as a search engine', () => {
  it('gives each document once, with its address, date and text', async () => {
    const [first, ...rest] = await localSearch(shelf).search({ query: 'ferry harbour', count: 8 }, signal)
    expect(first).toEqual({
      url: 'https://ferries.example/times?a=1',
      title: 'Times',
      snippet: 'The ferry leaves the harbour.',
      rank: 1,
      score: 1.5 / 61,
      publishedAt: '2026-06-12',
      content: 'The ferry leaves the harbour.\n\nAnother ferry.',
    })
    expect(rest.map(({ url, title, rank }) => [url, title, rank])).toEqual([
      ['https://notferries.example/trains', 'https://notferries.example/trains', 2],
      ['file:///notes/my%20ferry%231.md', 'Notes', 3],
      ['https://blog.ferries.example/', 'https://blog.ferries.example/', 4],
    ])
  })

  it('gives as many documents as are asked for, also where one has all the best passages', async () => {
    const several = () =>
      shelfOf(
        [
          { source: 'a', passages: ['Ferry one.', 'Ferry two.', 'Ferry three.'] },
          { source: 'b', passages: ['Not before a long sentence does it say ferry.'] },
        ],
        embedder,
      )
    const found = await localSearch(several).search({ query: 'ferry', count: 2 }, signal)
    expect(found.map(({ url }) => url)).toEqual(['a', 'b'])
    expect(await urls({ count: 1 })).toHaveLength(1)
  })

  it('gives as many also where one is a whole book', async () => {
    const book = { source: 'book', passages: Array.from({ length: 200 }, (_, at) => `Ferry ferry ferry ${at}.`) }
    const notes = Array.from({ length: 12 }, (_, at) => ({
      source: `note-${at}`,
      passages: [`In this long note about ${at} things there is one word on a ferry too.`],
    }))
    const found = await localSearch(() => shelfOf([book, ...notes], embedder)).search(
      { query: 'ferry', count: 10 },
      signal,
    )
    expect(found).toHaveLength(10)
    expect(found.filter(({ url }) => url === 'book')).toHaveLength(1)
  })

  it('ranks documents by what they say alone, also where two say the same', async () => {
    const copies = ['a', 'b'].map((source) => ({ source, passages: ['Ferry, ferry and harbour.'] }))
    const other = { source: 'c', passages: ['Of a harbour there is something to be read here as well.'] }
    const alike = () => shelfOf([...copies, other], embedder)
    const found = await localSearch(alike).search({ query: 'ferry harbour', count: 3 }, signal)
    expect(found.map(({ url }) => url)).toEqual(['a', 'b', 'c'])
  })

  it('says no date where there is none', async () => {
    const [result] = await localSearch(shelf).search({ query: 'train', count: 1 }, signal)
    expect(result).not.toHaveProperty('publishedAt')
  })

  it.each([
    ['day', []],
    ['week', ['https://ferries.example/times?a=1']],
    ['year', ['https://ferries.example/times?a=1', 'file:///notes/my%20ferry%231.md']],
  ])('gives what is not older than a %s', async (freshness, expected) => {
    expect((await urls({ freshness })).sort()).toEqual([...expected].sort())
  })

  it.each([
    [{ site: 'blog.ferries.example' }, ['https://blog.ferries.example/']],
    [{ site: 'Ferries.example' }, ['https://blog.ferries.example/', 'https://ferries.example/times?a=1']],
    [{ query: 'ferry site:blog.ferries.example' }, ['https://blog.ferries.example/']],
    [{ query: 'harbour', site: 'ferries.example' }, ['https://ferries.example/times?a=1']],
    [{ site: 'nowhere.example' }, []],
    [{ site: 'https://blog.ferries.example' }, ['https://blog.ferries.example/']],
    [{ query: 'ferry site:https://www.blog.ferries.example/' }, ['https://blog.ferries.example/']],
    [{ query: 'ferry site:ferries.example/times' }, ['https://ferries.example/times?a=1']],
    [{ query: 'ferry site:ferries.example/times/' }, ['https://ferries.example/times?a=1']],
    [{ query: 'ferry site:ferries.example/tim' }, []],
    [
      { query: 'ferry -site:blog.ferries.example' },
      ['file:///notes/my%20ferry%231.md', 'https://ferries.example/times?a=1'],
    ],
    [{ query: '-site:blog.ferries.example site:ferries.example ferry' }, ['https://ferries.example/times?a=1']],
    [
      { query: 'harbour site:ferries.example OR site:notferries.example' },
      ['https://ferries.example/times?a=1', 'https://notferries.example/trains'],
    ],
    [{ query: 'harbour site:notferries.example', site: 'ferries.example' }, ['https://ferries.example/times?a=1']],
    [{ query: 'harbour site:[' }, []],
  ])('keeps to a host: %j', async (request, expected) => {
    expect((await urls(request)).sort()).toEqual(expected)
  })

  it('gives the beginning of a long text', async () => {
    const long = () => shelfOf([{ source: 'a', passages: [`ferry ${'x '.repeat(15_000)}`] }], embedder)
    const [result] = await localSearch(long).search({ query: 'ferry', count: 1 }, signal)
    expect(result?.content).toHaveLength(20_000)
  })
})

describe('what is to be said of all documents', () => {
  const remarked = async () => ({ ...(await shelf()), remark: 'All of it is invented.' })

  it('stands before every extract of a search', async () => {
    const found = await localSearch(remarked).search({ query: 'ferry', count: 8 }, signal)
    expect(found).toHaveLength(3)
    expect(found.every(({ snippet }) => snippet.startsWith('(All of it is invented.) '))).toBe(true)
  })

  it('is a remark on a stored page, and no part of its text', async () => {
    const page = await storedPage(remarked)('https://ferries.example/times?a=1')
    expect(page?.remarks).toEqual(['All of it is invented.'])
    expect(page?.text.startsWith('The ferry')).toBe(true)
  })
})

describe('a stored page', () => {
  it.each([
    'https://ferries.example/times?a=1',
    'https://ferries.example/times?a=1#harbour',
    'HTTPS://FERRIES.example/times?a=1',
  ])('is found by %s', async (url) => {
    expect(await storedPage(shelf)(url)).toEqual({
      title: 'Times',
      publishedAt: '2026-06-12',
      text: 'The ferry leaves the harbour.\n\nAnother ferry.',
    })
  })

  it('is found by the address it was added by, however that is written there', async () => {
    const added = async () => ({ ...(await shelf()), canonicalUrl: (url: string) => url.replace(/[&?]utm_[^&]*/, '') })
    const url = 'https://ferries.example/times?a=1&utm_source=mail'
    expect(await storedPage(added)(url)).toMatchObject({ title: 'Times' })
    expect(await storedPage(shelf)(url)).toBeUndefined()
  })

  it('is found by the address that a search gave for a file', async () => {
    expect(await storedPage(shelf)('file:///notes/my%20ferry%231.md')).toMatchObject({ text: 'A ferry I took.' })
  })

  it.each([
    'https://ferries.example/',
    'file:///etc/passwd',
    'file://elsewhere/notes/my%20ferry%231.md',
    'file:///notes%2Fmy%20ferry%231.md',
    '/notes/my ferry#1.md',
    'https://notferries.example/',
    'javascript:alert(1)',
    '',
  ])('is not there for %s', async (url) => {
    expect(await storedPage(shelf)(url)).toBeUndefined()
  })
})
