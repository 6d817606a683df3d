import { simulatedClock } from '@gyre/core/testing'
import { describe, expect, it } from 'vitest'
import { localServer } from '../../../test/net/local-server.ts'
import { openedFetch } from '../../../test/net/opened-fetch.ts'
import { HostTurns } from '../../net/polite/host-turns.ts'
import { robotsRules } from '../../net/robots/robots.ts'
import type { SafeFetch } from '../../net/safe-fetch-options.ts'
import { pageFetcher } from './page-fetcher.ts'

const plain = { 'content-type': 'text/plain; charset=utf-8' }
const pages: Readonly<
  Record<string, readonly [status: number, headers: Readonly<Record<string, string>>, body: string]>
> = {
  '/robots.txt': [200, plain, 'User-agent: *\nDisallow: /private'],
  '/moved': [302, { location: '/page' }, ''],
  '/page': [200, plain, 'Text.'],
}

const site = () =>
  localServer((response, { path }) => {
    if (path === '/slow') return
    const [status, headers, body] = pages[path] ?? [404, {}, '']
    response.writeHead(status, headers).end(body)
  })

describe('a page fetcher', () => {
  it('gives the bytes, the type and where they came from in the end', async () => {
    const { url } = await site()
    const fetch = openedFetch()
    const page = await pageFetcher({ fetch, robots: robotsRules(fetch, 'gyre'), hostDelayMs: 0 })(`${url}/moved`)
    expect(new TextDecoder().decode(page.bytes)).toBe('Text.')
    expect(page).toMatchObject({ contentType: 'text/plain; charset=utf-8', url: `${url}/page` })
  })

  it.each([
    ['/private', 'The robots.txt of the site does not let programs read'],
    ['/gone', 'answered with status 404.'],
    ['/slow', 'did not come within 0.2 s.'],
  ])('gives no %s', async (path, why) => {
    const { url } = await site()
    const fetch = openedFetch()
    const fetchPage = pageFetcher({ fetch, robots: robotsRules(fetch, 'gyre'), timeoutMs: 200 })
    await expect(fetchPage(`${url}${path}`)).rejects.toMatchObject({
      code: 'page-refused',
      message: expect.stringContaining(why),
    })
  })

  it('ends when it is told to', async () => {
    const { url } = await site()
    const stop = new AbortController()
    const fetching = pageFetcher({ fetch: openedFetch(), robots: false })(`${url}/slow`, stop.signal)
    stop.abort(new Error('enough'))
    await expect(fetching).rejects.toThrow('enough')
  })
})

/** Pages of a net without sockets: what leads elsewhere by address, the rest is a page. Tells who was asked, and when. */
function politely(leads: Readonly<Record<string, string>> = {}, rules = '') {
  const clock = simulatedClock(0)
  const asked: string[] = []
  const fetch: SafeFetch = async (url, init) => {
    const { href } = new URL(url)
    if (href.endsWith('/robots.txt')) return new Response(rules)
    asked.push(`${href} at ${clock.now()}`)
    const to = leads[href]
    if (to === undefined) return new Response('Text.', { headers: plain })
    await init?.beforeRedirect?.(new URL(to))
    return fetch(to, init)
  }
  const robots = robotsRules(fetch, 'gyre', { clock })
  return { clock, asked, fetch, fetchPage: pageFetcher({ fetch, robots, turns: new HostTurns(clock) }) }
}

describe('a polite page fetcher', () => {
  it('leaves half a second between pages of one host, and none between hosts', async () => {
    const { clock, asked, fetchPage } = politely()
    const urls = ['https://a.example/1', 'https://a.example/2', 'https://b.example/1', 'https://a.example/3']
    await clock.runUntil(Promise.all(urls.map((url) => fetchPage(url))))
    expect(asked).toEqual([
      'https://a.example/1 at 0',
      'https://b.example/1 at 0',
      'https://a.example/2 at 500',
      'https://a.example/3 at 1000',
    ])
  })

  it('leaves as much as the robots.txt of the host asks for', async () => {
    const { clock, asked, fetchPage } = politely({}, 'User-agent: *\nCrawl-delay: 3')
    const urls = ['https://a.example/1', 'https://a.example/2']
    await clock.runUntil(Promise.all(urls.map((url) => fetchPage(url))))
    expect(asked).toEqual(['https://a.example/1 at 0', 'https://a.example/2 at 3000'])
  })

  it('waits before a redirect as for any request to the host it leads to', async () => {
    const { clock, asked, fetchPage } = politely({
      'http://a.example/': 'https://a.example/',
      'https://a.example/': 'https://b.example/',
    })
    await fetchPage('https://b.example/1')
    const page = await clock.runUntil(fetchPage('http://a.example/'))
    expect(new TextDecoder().decode(page.bytes)).toBe('Text.')
    expect(asked).toEqual([
      'https://b.example/1 at 0',
      'http://a.example/ at 0',
      'https://a.example/ at 500',
      'https://b.example/ at 500',
    ])
  })

  it('does not wait for ever where hosts lead to each other', async () => {
    const there = [1, 2, 3].map((page) => [`https://a.example/${page}`, `https://b.example/end/${page}`])
    const back = [1, 2, 3].map((page) => [`https://b.example/${page}`, `https://a.example/end/${page}`])
    const leads = Object.fromEntries([...there, ...back])
    const { clock, asked, fetchPage } = politely(leads)
    await clock.runUntil(Promise.all(Object.keys(leads).map((url) => fetchPage(url))))
    expect(asked.length).toBe(12)
  })

  it('gives the turns of failed pages to others', async () => {
    const { clock, fetch } = politely()
    const failing: SafeFetch = async (url, init) =>
      new URL(url).pathname === '/gone' ? new Response('', { status: 404 }) : fetch(url, init)
    const fetchPage = pageFetcher({ fetch: failing, robots: false, turns: new HostTurns(clock) })
    for (const _ of [1, 2, 3])
      await expect(clock.runUntil(fetchPage('https://a.example/gone'))).rejects.toMatchObject({ code: 'page-refused' })
    const page = await clock.runUntil(fetchPage('https://a.example/'))
    expect([page.url, clock.now()]).toEqual(['https://a.example/', 1500])
  })

  it('refuses a page whose turn does not come, and says why', async () => {
    const { clock } = politely()
    const silent: SafeFetch = () => new Promise(() => {})
    const fetchPage = pageFetcher({ fetch: silent, robots: false, turns: new HostTurns(clock) })
    for (const page of [1, 2]) void fetchPage(`https://a.example/${page}`)
    await expect(clock.runUntil(fetchPage('https://a.example/3'))).rejects.toMatchObject({
      code: 'page-refused',
      message:
        '`a.example` is asked politely, a few requests at a time, and the turn of https://a.example/3 did not come within 60 s.',
    })
  })
})
