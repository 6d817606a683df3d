import { getEventListeners } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Clock, GyreError } from '@gyre/core'
import { simulatedClock } from '@gyre/core/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { safeFetch } from '../../../net/safe-fetch.ts'
import { brave } from './brave.ts'
import { exa } from './exa.ts'
import type { SearchProvider, SearchRequest } from './search-provider.ts'
import { searxng } from './searxng.ts'
import { serper } from './serper.ts'
import { tavily } from './tavily.ts'

type Heard = { method: string; url: string; headers: IncomingHttpHeaders; body: unknown }
type Reply = { status?: number; headers?: Record<string, string>; body: unknown }

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** A server that gives these answers in turn, the last one again and again. */
async function answering(...replies: Reply[]) {
  const heard: Heard[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const { method = '', url = '', headers } = request
    heard.push({ method, url, headers, body: text === '' ? undefined : JSON.parse(text) })
    const { status = 200, headers: given = {}, body } = replies[heard.length - 1] ?? (replies.at(-1) as Reply)
    response.writeHead(status, { 'content-type': 'application/json', ...given })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => new Promise((resolve) => server.close(resolve)))
  const fetch = safeFetch({ allowLoopback: true })
  closing.unshift(() => fetch.close())
  return { heard, fetch, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const clock = simulatedClock(Date.UTC(2026, 10, 15))
const signal = () => new AbortController().signal
const whole: SearchRequest = {
  query: 'gyre runtime',
  count: 3,
  freshness: 'month',
  site: 'example.org',
  language: 'en',
  country: 'US',
}

describe('SearXNG', () => {
  const body = {
    query: 'x',
    results: [
      { url: 'https://a.example/?utm_source=x', title: 'A', content: 'About <b>a</b> &amp; more', score: 2.5 },
      { url: 'https://a.example/', title: 'A again', content: '' },
      { url: 'https://b.example/b', title: '', content: null, publishedDate: '2026-01-02T00:00:00' },
      { url: 'ftp://c.example', title: 'C', content: '' },
    ],
    suggestions: [],
  }

  it('is asked by GET for JSON, and its results are pages, each once', async () => {
    const { heard, fetch, url } = await answering({ body })
    expect(await searxng({ fetch, url: `${url}/sub/` }).search(whole, signal())).toEqual([
      { url: 'https://a.example/', title: 'A', snippet: 'About a & more', rank: 1, score: 2.5 },
      {
        url: 'https://b.example/b',
        title: 'https://b.example/b',
        snippet: '',
        rank: 2,
        publishedAt: '2026-01-02T00:00:00',
      },
    ])
    expect(heard).toMatchObject([
      {
        method: 'GET',
        url: '/sub/search?q=site%3Aexample.org+gyre+runtime&format=json&language=en&time_range=month',
      },
    ])
  })

  it('that gives no JSON says which setting to change', async () => {
    const { fetch, url } = await answering({ status: 403, body: 'Forbidden' })
    await expect(searxng({ fetch, url }).search(whole, signal())).rejects.toThrow(
      'SearXNG did not search: it gives no JSON; add `json` to `search.formats` in its settings.yml (status 403).',
    )
  })
})

describe('Brave', () => {
  it('is asked by GET with its token, and a query of at most 50 words', async () => {
    const { heard, fetch, url } = await answering({
      body: {
        web: {
          results: [
            {
              url: 'https://a.example/x',
              title: 'A',
              description: 'one',
              extra_snippets: ['two'],
              page_age: '2026-02-03',
            },
          ],
        },
      },
    })
    const query = Array.from({ length: 60 }, (_, index) => `w${index}`).join(' ')
    const found = await brave({ fetch, url: `${url}/res`, apiKey: 'brave-key-1' }).search({ ...whole, query }, signal())
    expect(found).toEqual([
      { url: 'https://a.example/x', title: 'A', snippet: 'one two', rank: 1, publishedAt: '2026-02-03' },
    ])
    const { searchParams } = new URL(heard[0]?.url ?? '', url)
    expect(searchParams.get('q')?.split(' ')).toHaveLength(50)
    expect(Object.fromEntries([...searchParams].slice(1))).toEqual({
      count: '3',
      freshness: 'pm',
      search_lang: 'en',
      country: 'US',
    })
    expect(heard[0]?.headers['x-subscription-token']).toBe('brave-key-1')
  })

  it('has found nothing when it sends no results', async () => {
    const { fetch, url } = await answering({ body: { type: 'search' } })
    expect(await brave({ fetch, url, apiKey: 'k' }).search(whole, signal())).toEqual([])
  })
})

describe('Tavily', () => {
  it('is asked by POST with a bearer key, the host apart from the query', async () => {
    const { heard, fetch, url } = await answering({
      body: {
        results: [
          {
            url: 'https://a.example/',
            title: 'A',
            content: 'short',
            raw_content: 'long',
            score: 0.9,
            published_date: 'May',
          },
        ],
      },
    })
    const request = { ...whole, query: `site:b.example ${'word '.repeat(100)}`, site: undefined }
    expect(await tavily({ fetch, url, apiKey: 'tvly-1' }).search(request, signal())).toEqual([
      {
        url: 'https://a.example/',
        title: 'A',
        snippet: 'short',
        rank: 1,
        score: 0.9,
        publishedAt: 'May',
        content: 'long',
      },
    ])
    expect(heard[0]).toMatchObject({ method: 'POST', headers: { authorization: 'Bearer tvly-1' } })
    expect(heard[0]?.body).toEqual({
      query: 'word '.repeat(80).trim(),
      max_results: 3,
      time_range: 'month',
      include_domains: ['b.example'],
    })
  })
})

describe('Exa', () => {
  it('is asked by POST with its key, what it shall give of a page nested', async () => {
    const { heard, fetch, url } = await answering({
      body: {
        results: [
          { id: '1', url: 'https://a.example/', title: 'A', publishedDate: '2026-05-05', highlights: ['x', 'y'] },
        ],
      },
    })
    expect(await exa({ fetch, url, apiKey: 'exa-1', clock }).search(whole, signal())).toEqual([
      { url: 'https://a.example/', title: 'A', snippet: 'x … y', rank: 1, publishedAt: '2026-05-05' },
    ])
    expect(heard[0]).toMatchObject({ method: 'POST', headers: { 'x-api-key': 'exa-1' } })
    expect(heard[0]?.body).toEqual({
      query: 'gyre runtime',
      type: 'auto',
      numResults: 3,
      includeDomains: ['example.org'],
      startPublishedDate: '2026-10-15T00:00:00.000Z',
      contents: { highlights: true },
    })
  })
})

describe('Serper', () => {
  it('is asked by POST with its key, and its results are in the order of their positions', async () => {
    const { heard, fetch, url } = await answering({
      body: {
        organic: [
          { title: 'Second', link: 'https://b.example/', snippet: 's', position: 2, date: '1 day ago' },
          { title: 'First', link: 'https://a.example/', snippet: 'f', position: 1 },
        ],
        peopleAlsoAsk: [],
      },
    })
    expect(await serper({ fetch, url, apiKey: 'serper-1' }).search(whole, signal())).toEqual([
      { url: 'https://a.example/', title: 'First', snippet: 'f', rank: 1 },
      { url: 'https://b.example/', title: 'Second', snippet: 's', rank: 2, publishedAt: '1 day ago' },
    ])
    expect(heard[0]).toMatchObject({ method: 'POST', headers: { 'x-api-key': 'serper-1' } })
    expect(heard[0]?.body).toEqual({ q: 'site:example.org gyre runtime', num: 3, gl: 'us', hl: 'en', tbs: 'qdr:m' })
  })
})

describe('any provider', () => {
  const made = (fetch: ReturnType<typeof safeFetch>, url: string): readonly SearchProvider[] => {
    const access = { fetch, url, apiKey: 'key-that-must-not-show', clock }
    return [searxng(access), brave(access), tavily(access), exa(access), serper(access)]
  }
  const names = ['searxng', 'brave', 'tavily', 'exa', 'serper']

  const failure = async (index: number, ...replies: Reply[]) => {
    const { fetch, url, heard } = await answering(...replies)
    const searching = made(fetch, url)[index]?.search(whole, signal())
    const error = await clock.runUntil(searching?.catch((thrown: unknown) => thrown) ?? Promise.resolve())
    return { error: error as GyreError, heard }
  }

  it.each(names.slice(1).map((name, index) => [name, index + 1] as const))(
    '%s tells that its key is not accepted, without the key',
    async (_, index) => {
      const { error } = await failure(index, { status: 401, body: { detail: 'bad key-that-must-not-show' } })
      expect(error).toBeInstanceOf(GyreError)
      expect(error.message).toMatch(/ did not search: it does not accept the key \(status 401\)\.$/)
      expect(JSON.stringify([error.message, error.details])).not.toContain('key-that-must-not-show')
    },
  )

  it.each(names.map((name, index) => [name, index] as const))(
    '%s is asked once more when it is busy',
    async (_, index) => {
      const busy = { status: 429, headers: { 'retry-after': '2' }, body: {} }
      const { error, heard } = await failure(index, busy, busy)
      expect(heard).toHaveLength(2)
      expect(error.message).toContain('the quota is used up (status 429)')
    },
  )

  it.each([400, 414, 422])('that does not take the question is not at fault: status %i', async (status) => {
    const { error, heard } = await failure(1, { status, body: {} })
    expect(heard).toHaveLength(1)
    expect(error).toMatchObject({
      code: 'argument-invalid',
      message: `Brave Search did not search: it does not take such a question; change \`query\`, \`language\` or \`country\` (status ${status}).`,
    })
  })

  it('leaves nothing with the signal of the session when it was busy', async () => {
    const busy = { status: 503, body: {} }
    const { fetch, url } = await answering(busy, { body: {} })
    const session = AbortSignal.any([signal()])
    await clock.runUntil(brave({ fetch, url, clock, apiKey: 'k' }).search(whole, session))
    expect(getEventListeners(session, 'abort')).toEqual([])
  })

  it('is not waited for when the session ends', async () => {
    const session = new AbortController()
    const { fetch, url, heard } = await answering({ status: 503, body: {} })
    const waiting = new Set<() => void>()
    const stopped: Clock = {
      now: () => 0,
      after: (_, call) => {
        waiting.add(call)
        return () => void waiting.delete(call)
      },
    }
    const searching = brave({ fetch, url, clock: stopped, apiKey: 'k' }).search(whole, session.signal)
    await expect.poll(() => waiting.size).toBe(1)
    session.abort()
    await expect(searching).rejects.toMatchObject({ name: 'AbortError' })
    expect([heard.length, waiting.size, getEventListeners(session.signal, 'abort')]).toEqual([1, 0, []])
  })

  it.each(names.map((name, index) => [name, index] as const))(
    '%s that answers with anything else is told so',
    async (_, index) => {
      for (const body of ['<html>', '[]', '{"results": 3, "organic": 3, "web": 3}']) {
        const { error } = await failure(index, { body })
        expect(error).toMatchObject({ code: 'search-failed', message: expect.stringContaining('no list of results') })
      }
    },
  )

  it.each(names.slice(1).map((name, index) => [name, index + 1] as const))(
    '%s is not followed elsewhere with its key',
    async (_, index) => {
      const other = await answering({ body: {} })
      const { error } = await failure(index, { status: 302, headers: { location: other.url }, body: {} })
      expect(error.message).toContain('sends us to another address')
      expect(other.heard).toEqual([])
    },
  )
})
