import { describe, expect, it } from 'vitest'
import {
  pages,
  quick,
  researching,
  runResearch,
  smallShelf,
  smallWeb,
} from '../../../../../test/support/research-runs.ts'
import type { ToolResult } from '../../messages.ts'
import { placesOf } from './places.ts'

const offering = (...names: readonly string[]) => names.map((name) => ({ name, description: '', input: {} }))
const all = offering('web.search', 'web.fetch', 'knowledge.search', 'knowledge.read')

const answers = (data: ToolResult['data'], text = ''): ToolResult => ({
  type: 'tool-result',
  id: '1',
  tool: 'web.search',
  text,
  ...(data !== undefined && { data }),
})

const [web, knowledge] = placesOf(all, 'both')

const documents = pages.map(({ url, title, text }) => ({ source: `notes/${url.split('/').at(-1)}.md`, title, text }))

describe('places', () => {
  it.each([
    ['auto', all, ['web.search']],
    ['auto', offering('knowledge.search', 'knowledge.read'), ['knowledge.search']],
    ['auto', offering('web.search', 'knowledge.search', 'knowledge.read'), ['knowledge.search']],
    ['web', all, ['web.search']],
    ['web', offering('knowledge.search', 'knowledge.read'), []],
    ['knowledge', all, ['knowledge.search']],
    ['knowledge', offering('web.search', 'web.fetch'), []],
    ['both', all, ['web.search', 'knowledge.search']],
    ['both', offering('web.search', 'web.fetch'), ['web.search']],
    ['both', [], []],
  ] as const)('of `sources: %s` among the tools %j are %j', (sources, tools, places) => {
    expect(placesOf(tools, sources).map(({ searchTool }) => searchTool)).toEqual(places)
  })

  it('are asked in their own ways', () => {
    expect(web?.searchInput('lamp', 5, undefined)).toEqual({ query: 'lamp', count: 5 })
    expect(web?.searchInput('lamp', 5, 'a.example')).toEqual({ query: 'lamp', count: 5, site: 'a.example' })
    expect(web?.readInput('https://a.example/', 2)).toEqual({ url: 'https://a.example/', part: 2 })
    expect(knowledge?.searchInput('lamp', 5, 'a.example')).toEqual({ query: 'lamp', limit: 5, show: 'extract' })
    expect(knowledge?.readInput('notes/a.md', 2)).toEqual({ document: 'notes/a.md', part: 2 })
  })

  it('give pages, and documents once each where their best passage stands', () => {
    const page = { url: 'https://a.example/', title: 'A', snippet: 'About a.' }
    expect(web?.found(answers([page, { url: 'https://b.example/' }]))).toEqual([
      page,
      { url: 'https://b.example/', title: '', snippet: '' },
    ])
    const results = [
      { source: 'b.md', title: 'B', score: 3 },
      { source: 'a.md', title: 'A', score: 2 },
      { source: 'b.md', title: 'B', score: 1 },
    ]
    expect(knowledge?.found(answers({ results }))).toEqual([
      { url: 'b.md', title: 'B', snippet: '' },
      { url: 'a.md', title: 'A', snippet: '' },
    ])
  })

  it('give what can be read of their results, row by row', () => {
    const found = [
      { url: 'https://a.example/', title: null, snippet: 7 },
      { link: 'https://b.example/', title: 'B' },
      { title: 'No address' },
      { url: `https://c.example/${'x'.repeat(2_000)}` },
      'text',
    ]
    const read = [
      { url: 'https://a.example/', title: '', snippet: '' },
      { url: 'https://b.example/', title: 'B', snippet: '' },
    ]
    expect(web?.found(answers(found))).toEqual(read)
    expect(web?.found(answers({ results: found }))).toEqual(read)
    expect(knowledge?.found(answers({ results: [{ source: 'a.md', title: null }, {}] }))).toEqual([
      { url: 'a.md', title: '', snippet: '' },
    ])
  })

  it('give no page where there is none', () => {
    expect(web?.found(answers([]))).toEqual([])
    expect(web?.found(answers({ results: [] }))).toEqual([])
    expect(knowledge?.found(answers({ results: [] }))).toEqual([])
  })

  it.each([undefined, null, 'text', {}, [{ title: 'No address' }], { results: [{ title: 'No source' }] }])(
    'give nothing for %j, which is no list of theirs',
    (data) => {
      expect(web?.found(answers(data))).toBeUndefined()
      expect(knowledge?.found(answers(data))).toBeUndefined()
    },
  )

  it('give the text of a page without what the tool wrote around it', () => {
    const data = {
      url: 'https://a.example/',
      title: 'Lamps',
      byline: 'Ada',
      publishedAt: '2024-05-01',
      parts: 2,
      part: 1,
      remarks: ['Cut.'],
    }
    const text = '# Lamps\n\nAda, 2024-05-01\n\n[Cut.]\n\n# Oil\n\nThey burn oil.\n\n[part 1 of 2]'
    expect(web?.read(answers(data, text))).toEqual({
      url: 'https://a.example/',
      title: 'Lamps',
      publishedAt: '2024-05-01',
      text: '# Oil\n\nThey burn oil.',
      parts: 2,
      remarks: ['Cut.'],
    })
    const document = { document: '1', source: 'a.md', title: 'Lamps', part: 1, parts: 1, remark: 'It changed.' }
    expect(knowledge?.read(answers(document, 'It changed.\n\n# Lamps\n\nThey burn oil.'))).toEqual({
      url: 'a.md',
      title: 'Lamps',
      text: 'They burn oil.',
      parts: 1,
      remarks: ['It changed.'],
    })
  })

  it.each([undefined, null, [], {}, { url: '', parts: 1 }, { url: 'https://a.example/', parts: 0 }])(
    'give no page for %j',
    (data) => {
      expect(web?.read(answers(data, 'text'))).toBeUndefined()
      expect(knowledge?.read(answers(data, 'text'))).toBeUndefined()
    },
  )

  it('call a page without a title by its address', () => {
    for (const data of [{}, { title: null }, { title: '' }])
      expect(web?.read(answers({ url: 'https://a.example/', parts: 1, ...data }, 'Text.'))?.title).toBe(
        'https://a.example/',
      )
  })
})

describe('sources', () => {
  it('`knowledge` calls no tool of the web, and cites documents', async () => {
    const shelf = smallShelf(documents)
    const online = smallWeb()
    const tools = [...online.tools, ...shelf.tools]
    const { end, details } = await runResearch(researching(), { tools, config: { ...quick, sources: 'knowledge' } })
    expect(end.outcome).toBe('answered')
    expect(online.asked).toEqual({ searches: [], reads: [], inputs: [] })
    expect(shelf.asked.reads).toHaveLength(8)
    expect(details.sources[0]).toMatchObject({
      url: 'notes/lighthouse-keepers.md',
      host: 'notes/lighthouse-keepers.md',
    })
  })

  it('`auto` calls no tool of the knowledge base where the web can be searched', async () => {
    const shelf = smallShelf(documents)
    await runResearch(researching(), { tools: [...shelf.tools, ...smallWeb().tools], config: quick })
    expect(shelf.asked.inputs).toEqual([])
  })

  it('`both` asks each, and reads what each has', async () => {
    const shelf = smallShelf(documents.slice(0, 4))
    const online = smallWeb(pages.slice(4))
    const tools = [...online.tools, ...shelf.tools]
    const { details } = await runResearch(researching(), { tools, config: { ...quick, sources: 'both' } })
    expect(shelf.asked.searches).toEqual(online.asked.searches)
    expect([shelf.asked.reads.length, online.asked.reads.length]).toEqual([4, 4])
    expect(details.sections.map(({ title }) => title)).toEqual(['Lighthouses', 'Ferries'])
  })

  it('`both` goes on with the one of them that answers', async () => {
    const shelf = smallShelf(documents)
    const tools = [...smallWeb([]).tools, ...shelf.tools]
    const { end, details } = await runResearch(researching(), { tools, config: { ...quick, sources: 'both' } })
    expect(end.outcome).toBe('answered')
    expect(details.failed).toEqual([])
  })
})
