import { describe, expect, it } from 'vitest'
import { localServer } from '../../../test/net/local-server.ts'
import { openedFetch } from '../../../test/net/opened-fetch.ts'
import { robotsRules } from '../../net/robots/robots.ts'
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
    const page = await pageFetcher({ fetch, robots: robotsRules(fetch, 'gyre') })(`${url}/moved`)
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
    const fetchPage = pageFetcher({ fetch, robots: robotsRules(fetch, 'gyre'), fetchMs: 200 })
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
