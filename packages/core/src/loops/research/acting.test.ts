import { describe, expect, it } from 'vitest'
import { gate, turns } from '../../../../../test/support/kernel.ts'
import {
  goal,
  outlines,
  type Page,
  page,
  pages,
  quick,
  researching,
  runResearch,
  searchesFor,
  smallWeb,
  startResearch,
  toolNamed,
} from '../../../../../test/support/research-runs.ts'
import { type Tool, toolOutput } from '../../tools/tool.ts'

const once = { ...quick, maxCycles: 1 }
const rounds = (maxCycles: number) => ({
  maxCycles,
  numericStop: false,
  coverAt: 0.99,
  fullAt: 20,
  searchesPerTopic: 20,
})
const keeper = 'https://keepers.example/lighthouse-keepers'

/** Searches of a round, one each, that all find the lighthouses. */
const lighthouses = {
  outline: outlines(['Lighthouses']),
  'plan#1': searchesFor(['lighthouse lamp', 't1']),
  'plan#2': searchesFor(['lighthouse keeper', 't1']),
  'plan#3': searchesFor(['lighthouse tower', 't1']),
}

const replaced = (tools: readonly Tool[], tool: Tool) => tools.map((each) => (each.name === tool.name ? tool : each))

describe('a round', () => {
  it.each(['web.search', 'web.fetch'])('calls `%s` for all of it side by side', async (name) => {
    const held = gate()
    const { tools } = smallWeb()
    const waiting: string[] = []
    const slow = tools.map((tool) => {
      if (tool.name !== name) return tool
      const run: Tool['run'] = async (input, context) => {
        if (Object.values(input as object).includes(goal)) return tool.run(input, context)
        waiting.push(JSON.stringify(input))
        await held.pass()
        return tool.run(input, context)
      }
      return { ...tool, run }
    })
    const { session } = await startResearch(researching(), { tools: slow, config: quick })
    await held.isReached
    await turns()
    expect(waiting).toHaveLength(name === 'web.search' ? 4 : 8)
    held.open()
    expect(await session.outcome).toMatchObject({ outcome: 'answered' })
  })

  it('reads no page twice, in no round', async () => {
    const web = smallWeb()
    const { details } = await runResearch(researching(lighthouses), { tools: web.tools, config: rounds(3) })
    expect(new Set(web.asked.reads).size).toBe(web.asked.reads.length)
    expect(details.state.results.map(({ read }) => read)).toEqual([3, 1, 0])
    expect(details.state.results[2]?.urls).toContain(keeper)
  })

  it('tries no page again that failed', async () => {
    const web = smallWeb()
    const broken = toolNamed('web.fetch', ({ url }) => {
      web.asked.reads.push(String(url))
      throw new Error('down')
    })
    const tools = replaced(web.tools, broken)
    const { details } = await runResearch(researching(lighthouses), { tools, config: rounds(3) })
    expect(web.asked.reads.length).toBeGreaterThan(3)
    expect(new Set(web.asked.reads).size).toBe(web.asked.reads.length)
    expect(details.failed).toHaveLength(web.asked.reads.length)
  })

  it('does not ask again for an address that led to a page under another', async () => {
    const moved = pages.map((each): Page => ({ ...each, leadsTo: each.url.replace('https://', 'https://new.') }))
    const web = smallWeb(moved)
    const { details } = await runResearch(researching(lighthouses), { tools: web.tools, config: rounds(3) })
    expect(new Set(web.asked.reads).size).toBe(web.asked.reads.length)
    expect(details.state.results.map(({ read }) => read)).toEqual([3, 1, 0])
    expect(details.sources[0]?.url).toMatch(/^https:\/\/new\./)
  })

  it('takes two addresses that lead to one page for one source', async () => {
    const north = pages[0] as Page
    const web = smallWeb([north, { ...north, url: 'https://short.example/n', leadsTo: north.url }])
    const { details } = await runResearch(researching(lighthouses), { tools: web.tools, config: rounds(2) })
    expect(web.asked.reads).toEqual([north.url, 'https://short.example/n'])
    expect(details.state.chunks.map(({ id, source }) => `${id} ${source}`)).toEqual(['c1 s1'])
  })

  it('reads as many pages as a search has', async () => {
    const web = smallWeb()
    await runResearch(researching(lighthouses), { tools: web.tools, config: { ...once, pagesPerSearch: 2 } })
    expect(web.asked.reads).toHaveLength(2)
  })

  it('reads as many pages as a topic has, over all rounds', async () => {
    const web = smallWeb()
    const config = { ...rounds(3), pagesPerSearch: 2, pagesPerTopic: 3 }
    const { details } = await runResearch(researching(lighthouses), { tools: web.tools, config })
    // No search is made for a topic that no page may be read for.
    expect(details.state.results.map(({ read }) => read)).toEqual([2, 1])
    expect(details.ledger).toMatchObject([{ status: 'exhausted' }])
  })

  it('looks at as many results as are wanted', async () => {
    const web = smallWeb()
    const { details } = await runResearch(researching(lighthouses), {
      tools: web.tools,
      config: { ...once, resultsPerSearch: 2 },
    })
    expect(web.asked.inputs[0]).toEqual({ query: goal, count: 2 })
    expect(details.state.results[0]?.urls).toHaveLength(2)
  })

  it('leaves copies of a page out of the measure, and tells of what they are copies', async () => {
    const [north] = pages as [Page]
    const copy = { ...north, url: 'https://mirror.example/north', text: `Mirror of the day. ${north.text}` }
    const run = async (all: readonly Page[]) =>
      (await runResearch(researching(lighthouses), { tools: smallWeb(all).tools, config: { ...once, fullAt: 4 } }))
        .details
    const alone = await run([north])
    const both = await run([north, copy])
    expect(both.history).toMatchObject([{ pages: 2, accepted: 1 }])
    expect(both.state.urlToSource[copy.url]).toMatchObject({ sameAs: 's1' })
    expect(both.history[0]?.coverage).toEqual(alone.history[0]?.coverage)
  })
})

describe('hosts', () => {
  it('that are not allowed are neither read nor listed', async () => {
    const web = smallWeb()
    const config = {
      ...once,
      allow: ['lights.example', '*.ferries.example', 'keepers.example'],
      deny: ['keepers.example'],
    }
    const { details } = await runResearch(researching(), { tools: web.tools, config })
    expect(web.asked.reads).toEqual(['https://lights.example/north-lighthouse'])
    expect(details.state.results.flatMap(({ urls }) => urls)).not.toContain(keeper)
  })

  it('that are all that may be read are told to the search engine', async () => {
    const web = smallWeb()
    await runResearch(researching(lighthouses), { tools: web.tools, config: { ...once, allow: ['lights.example'] } })
    expect(web.asked.inputs.slice(0, 2)).toEqual([
      { query: goal, count: 8, site: 'lights.example' },
      { query: 'lighthouse lamp', count: 8, site: 'lights.example' },
    ])
  })

  it('that a page leads to are held against the rules, too', async () => {
    const [north] = pages as [Page]
    const web = smallWeb([{ ...north, leadsTo: 'https://ads.evil.example/x' }])
    const { details, end } = await runResearch(researching(lighthouses), {
      tools: web.tools,
      config: { ...once, deny: ['evil.example'] },
    })
    const reason = 'It leads to ads.evil.example, which may not be read.'
    expect(details.failed).toEqual([{ url: north.url, reason }])
    expect(details.state.chunks).toEqual([])
    expect(end.answer).toContain(reason)
  })
})

describe('what fails', () => {
  const failing = async (fetch: Tool) => {
    const tools = replaced(smallWeb().tools, fetch)
    return runResearch(researching(lighthouses), { tools, config: { ...once, pagesPerSearch: 1 } })
  }
  const url = 'https://lights.example/north-lighthouse'

  it.each([
    ['a status', () => Promise.reject(new Error('It answered with status 404.')), 'It answered with status 404.'],
    ['a text without data', () => 'x'.repeat(300), '`web.fetch` gave no page.'],
    [
      'data of another form',
      () => toolOutput({ text: 'x'.repeat(300), data: { page: 1 } }),
      '`web.fetch` gave no page.',
    ],
    [
      'a notice',
      () => toolOutput({ text: 'Log in.', data: { url, parts: 1 } }),
      'There is next to no text: 7 characters.',
    ],
    ['nothing', () => '', '`web.fetch` gave no page.'],
  ])('to be read because of %s is told with the reason', async (_, run, reason) => {
    const { end, details } = await failing(toolNamed('web.fetch', run))
    expect(details.failed).toEqual([{ url, reason: expect.stringContaining(reason) }])
    expect(end).toMatchObject({
      outcome: 'limit:turns',
      gap: 'Nothing was found that the report could be written from. Topics that are not covered: Lighthouses (0.00).',
    })
    expect(end.answer).toContain(`- \`${url}\`: `)
  })

  it.each([
    ['fails', () => Promise.reject(new Error('no network')), 'no network'],
    ['gives no data', () => 'Three results.', 'web.search: Three results.'],
    [
      'gives data of another form',
      () => toolOutput({ text: 'Three.', data: [{ href: 'x' }] }),
      'web.search: Three. (the answer of `web.search` has another form: a list of { url, title } is expected in its data)',
    ],
  ])('when a search %s is told with the reason', async (_, run, reason) => {
    const tools = replaced(smallWeb().tools, toolNamed('web.search', run))
    const { details, end } = await runResearch(researching(lighthouses), { tools, config: once })
    expect(details.failed).toEqual([{ url: 'search: lighthouse lamp', reason: expect.stringContaining(reason) }])
    expect(details.state.results).toMatchObject([{ urls: [], read: 0, failure: expect.stringContaining(reason) }])
    expect(end.answer).toContain('search: lighthouse lamp')
  })

  it('to be found is no failure', async () => {
    const { details } = await runResearch(researching(lighthouses), { tools: smallWeb([]).tools, config: once })
    expect(details.failed).toEqual([])
    expect(details.state.results).toEqual([{ query: 'lighthouse lamp', topic: 't1', cycle: 1, urls: [], read: 0 }])
  })
})

describe('a long page', () => {
  const part = (word: string) =>
    `The lighthouse of ${word} has a lamp and a keeper who cleans it every day. `.repeat(10).trim()
  const long = { ...page('long', 'Lighthouse', part('one')), parts: ['one', 'two', 'three', 'four'].map(part) }

  it.each([
    [400_000, 4],
    [1_000, 2],
  ])('is read in parts, up to %s characters', async (maxPageChars, parts) => {
    const web = smallWeb([long])
    const config = { ...once, maxPageChars }
    const { details } = await runResearch(researching(lighthouses), { tools: web.tools, config })
    expect(web.asked.reads).toHaveLength(parts)
    const chars = Math.min(maxPageChars, long.parts.join('\n\n').length)
    expect(details.state.urlToSource[long.url]?.chars).toBe(chars)
  })

  it('is good without the parts that fail', async () => {
    const web = smallWeb([long])
    const [, fetch] = web.tools as [Tool, Tool]
    const run: Tool['run'] = (input, context) => {
      if ((input as { readonly part: number }).part > 1) throw new Error('down')
      return fetch.run(input, context)
    }
    const tools = replaced(web.tools, { ...fetch, run })
    const { details } = await runResearch(researching(lighthouses), { tools, config: once })
    expect(details.failed).toEqual([])
    expect(details.state.urlToSource[long.url]?.chars).toBe(part('one').length)
  })

  it('is good as far as it was read when the budget ends', async () => {
    const web = smallWeb([long])
    const budget = { toolCalls: 4 }
    const { end, details } = await runResearch(researching(lighthouses), { tools: web.tools, config: once, budget })
    expect(end.outcome).toBe('limit:tools')
    expect(details).toMatchObject({ stop: 'budget', history: [{ pages: 1 }] })
    expect(details.state.urlToSource[long.url]?.chars).toBe(long.parts.slice(0, 2).join('\n\n').length)
    expect(details.sections).toHaveLength(1)
  })

  it('is not read on where a part is empty', async () => {
    const web = smallWeb([{ ...long, parts: [part('one'), ...Array.from({ length: 50 }, () => ' ')] }])
    const { details } = await runResearch(researching(lighthouses), { tools: web.tools, config: once })
    expect(web.asked.reads).toHaveLength(2)
    expect(details.state.urlToSource[long.url]?.chars).toBe(part('one').length)
  })

  it('gives as many passages as are wanted', async () => {
    const web = smallWeb([long])
    const config = { ...once, passagesPerPage: 1 }
    const { details } = await runResearch(researching(lighthouses), { tools: web.tools, config })
    expect(details.state.chunks.map(({ id }) => id)).toEqual(['c1'])
  })
})
