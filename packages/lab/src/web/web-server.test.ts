import type { Tool, ToolContext, ToolOutput } from '@gyre/core'
import { endIsolated } from '@gyre/tools'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { knownTopics } from './topics/known-topics.ts'
import { injectedOrder, type PageKind, urlOf, type WebPage } from './web-page.ts'
import { type WebServer, webServer } from './web-server.ts'
import { toolsOf, type WebTools } from './web-tools.ts'
import { webWorld } from './web-world.ts'

const world = webWorld({ seed: 1 })
let server: WebServer
let web: WebTools

beforeAll(async () => {
  server = await webServer({ world, lateMs: 20 })
  web = toolsOf(server, { patienceMs: 500 })
})

afterAll(async () => {
  await web.close()
  await server.close()
  await endIsolated()
})

const context = { signal: new AbortController().signal } as ToolContext

async function call(name: string, input: object, { tools } = web): Promise<ToolOutput> {
  const tool = tools.find((each) => each.name === name) as Tool
  return (await tool.run(tool.schema.parse(input), context)) as ToolOutput
}

function pageOf(kind: PageKind): WebPage {
  return world.pages.find((page) => page.kind === kind) as WebPage
}

const fetched = (kind: PageKind) => call('web.fetch', { url: urlOf(pageOf(kind)) })

describe('the synthetic web, read with the tools of the web', () => {
  it('finds pages of the topic that is searched for', async () => {
    const { data } = await call('web.search', { query: 'Salt works evaporation pans and brine', count: 5 })
    const urls = (data as readonly { readonly url: string }[]).map(({ url }) => url)
    expect(urls).toHaveLength(5)
    const topics = urls.map((url) => world.pageAt(url)?.topic)
    expect(topics.filter((topic) => topic === 'Salt works').length).toBeGreaterThanOrEqual(4)
  })

  it('finds the hidden topic by its own words, and for another topic by chance alone', async () => {
    const found = async (query: string) => {
      const { data } = await call('web.search', { query, count: 8 })
      const pages = (data as readonly { readonly url: string }[]).map(({ url }) => world.pageAt(url))
      return pages.flatMap((page, rank) => (page?.topic === world.hidden ? [rank] : []))
    }
    expect((await found(`${world.hidden}`)).length).toBeGreaterThanOrEqual(5)
    const queries = knownTopics
      .filter(({ title }) => title !== world.hidden)
      .map(({ title, parts }) => `${title} ${parts[0]?.heading}`)
    const ranks = await Promise.all(queries.map(found))
    expect(ranks.filter((each) => each.length > 0).length).toBeGreaterThanOrEqual(2)
    for (const rank of ranks.flat()) expect(rank % 3).toBe(2)
  })

  it('answers nothing to words that are on no page', async () => {
    expect((await call('web.search', { query: 'zyzzyva' })).data).toEqual([])
  })

  it('gives pages word for word, under addresses without a port', async () => {
    const page = pageOf('honest')
    const { text, data } = await fetched('honest')
    expect(text).toContain(page.paragraphs.join('\n\n'))
    expect(data).toMatchObject({ url: urlOf(page) })
    expect(server.requestsOf(urlOf(page))).toBe(1)
  })

  it.each<readonly [PageKind, string, RegExp]>([
    ['gone', 'page-refused', /status 404/],
    ['reset', 'page-refused', /broke the connection off/],
    ['silent', 'page-refused', /did not send its whole answer within 0.5 s/],
    ['huge', 'page-refused', /larger than 10,000,000 bytes/],
    ['trap', 'address-refused', /169\.254\.169\.254/],
    ['closed', 'page-refused', /robots\.txt/],
  ])('gives nothing of a page that is %s', async (kind, code, why) => {
    await expect(fetched(kind)).rejects.toMatchObject({ code, message: expect.stringMatching(why) })
  })

  it('never asks for a page that is closed to programs', () =>
    expect(server.requestsOf(urlOf(pageOf('closed')))).toBe(0))

  it('gives what is late, and the first part of what is long', async () => {
    expect((await fetched('late')).text).toContain(pageOf('late').paragraphs[0])
    expect((await fetched('long')).data).toMatchObject({ part: 1, parts: expect.any(Number) })
  })

  it('shows orders to models where people see them, and not where they are hidden from people', async () => {
    expect((await fetched('injection')).text).toContain(injectedOrder)
    const { text } = await fetched('veiled')
    expect(text).toContain(pageOf('veiled').paragraphs[0])
    expect(text).not.toContain(injectedOrder)
  })

  it('counts the most requests that a host has at once', async () => {
    const pages = world.pages.filter(({ host, kind }) => host === 'tides.example' && kind === 'honest').slice(0, 3)
    expect(server.mostAtOnce('slow.example')).toBe(1)
    await Promise.all(pages.map((page) => call('web.fetch', { url: urlOf(page) })))
    expect(server.mostAtOnce('tides.example')).toBeGreaterThanOrEqual(1)
    expect(server.mostAtOnce('tides.example')).toBeLessThanOrEqual(pages.length)
  })

  it('reads the same text from HTML', async () => {
    const other = await webServer({ world, markup: 'html' })
    const tools = toolsOf(other)
    const page = pageOf('honest')
    const { text } = await call('web.fetch', { url: urlOf(page) }, tools)
    for (const paragraph of page.paragraphs) expect(text).toContain(paragraph)
    await tools.close()
    await other.close()
  })
})
