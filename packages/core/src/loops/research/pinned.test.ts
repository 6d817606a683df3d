import { describe, expect, it } from 'vitest'
import {
  given,
  outlines,
  page,
  pages,
  quick,
  requestAt,
  researching,
  runResearch,
  searchesFor,
  smallShelf,
  smallWeb,
} from '../../../../../test/support/research-runs.ts'

const once = { ...quick, maxCycles: 1 }
const bakery = page(
  'bakers',
  'Bread of the islands',
  'Rye bread is baked on Saturdays in the oven behind the church.',
  'Barley came from the mainland until the mill was mended, and children carried the loaves from door to door.',
  'A loaf weighs 4 pounds and keeps for three weeks if it hangs from a beam in the smoke.',
)
const lost = 'https://lost.example/none'
const web = () => smallWeb([...pages, bakery])

describe('a pinned source', () => {
  it('is read before anything is searched for, and shown for the outline', async () => {
    const model = researching()
    const { tools, asked } = web()
    const { paths } = await runResearch(model, { tools, config: { ...once, pinned: [bakery.url] } })
    expect(paths.slice(0, 4)).toEqual(['query#1', 'read#1[0]/read#1[0]', 'search#1[0]', 'outline#1'])
    expect(asked.inputs[0]).toEqual({ url: bakery.url, part: 1 })
    expect(given(requestAt(model, 'outline#1'))['found']).toMatch(
      /^<untrusted from="search">\n1\. Bread of the islands\n {3}Rye bread is baked on Saturdays .*\n2\. Lighthouse keepers\n/,
    )
  })

  it('is shown to an author though it fits no topic, and can be cited', async () => {
    const model = researching()
    const { details, end } = await runResearch(model, { tools: web().tools, config: { ...once, pinned: [bakery.url] } })
    expect(details.state.urlToSource[bakery.url]).toMatchObject({ id: 's1', isPinned: true })
    expect(details.state.chunks.find(({ source }) => source === 's1')).toMatchObject({ id: 'c1', foundFor: null })
    expect(details.sources.filter(({ isPinned }) => isPinned)).toMatchObject([{ url: bakery.url }])
    expect(end.answer).toContain(
      '[Bread of the islands](https://bakers.example/bread-of-the-islands), bakers.example, pinned',
    )
  })

  it('can be cited where searches find nothing at all', async () => {
    const model = researching({ outline: outlines(['Food']), plan: searchesFor(['volcano', 't1']) })
    const { details } = await runResearch(model, {
      tools: smallWeb([bakery]).tools,
      config: { ...once, pinned: [bakery.url] },
    })
    expect(details.sections).toMatchObject([{ title: 'Food', text: expect.stringContaining('Rye bread') }])
  })

  it('is not read again when a search finds it', async () => {
    const { tools, asked } = web()
    const pinned = ['https://ferries.example/ferry-petrel']
    await runResearch(researching(), { tools, config: { ...once, pinned } })
    expect(asked.reads.filter((url) => url === pinned[0])).toHaveLength(1)
  })

  it('that fails is told, and the research goes on', async () => {
    const { end, details } = await runResearch(researching(), { config: { ...quick, pinned: [lost] } })
    expect(details.failed).toEqual([{ url: lost, reason: expect.stringContaining('answered with status 404') }])
    expect(end).toMatchObject({ outcome: 'answered', answer: expect.stringContaining(lost) })
  })

  it('of a host that is denied is not asked for', async () => {
    const { tools, asked } = web()
    const { details } = await runResearch(researching(), {
      tools,
      config: { ...once, pinned: [bakery.url], deny: ['https://Bakers.example/'] },
    })
    expect(asked.reads).not.toContain(bakery.url)
    expect(details.failed).toEqual([{ url: bakery.url, reason: 'bakers.example may not be read.' }])
  })

  it('does not set the thresholds: the first pages that are searched for do', async () => {
    const script = {
      'plan#1': searchesFor(['volcano', 't1']),
      'plan#2': searchesFor(['lighthouse', 't1'], ['ferry', 't2']),
    }
    const thresholds = async (pinned: readonly string[]) => {
      const config = { ...once, maxCycles: 2, pinned }
      const { details } = await runResearch(researching(script), { tools: web().tools, config })
      return details.state['calibration']
    }
    expect(await thresholds([bakery.url])).toEqual(await thresholds([]))
  })

  it('is a page of the web or a document of the knowledge base, by its address', async () => {
    const shelf = smallShelf([{ source: 'notes/bread.md', title: 'Bread', text: bakery.text }])
    const { tools, asked } = web()
    const config = { ...once, sources: 'both', pinned: [bakery.url, 'notes/bread.md'] }
    const { details } = await runResearch(researching(), { tools: [...tools, ...shelf.tools], config })
    expect(asked.reads[0]).toBe(bakery.url)
    expect(shelf.asked.reads[0]).toBe('notes/bread.md')
    expect(details.failed).toEqual([])
    expect(details.state.urlToSource['notes/bread.md']).toMatchObject({ isPinned: true, sameAs: 's1' })
    expect(new Set(details.state.chunks.map(({ source }) => source))).toContain('s2')
  })
})
