import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Answer, localServer } from '../../test/net/local-server.ts'
import { nameServer } from '../../test/net/name-server.ts'
import { openedFetch } from '../../test/net/opened-fetch.ts'
import { publicNetwork } from '../../test/net/public-network.ts'

/** Redirects by path; what has no target is a page. */
const sitemap =
  (targets: Readonly<Record<string, string>>, status = 302): Answer =>
  (response, { path }) => {
    const location = targets[path]
    if (location === undefined) response.end(`page ${path}`)
    else response.writeHead(status, { location }).end('Moved.')
  }

/** Two public sites, of which the first redirects to the second. */
async function twoSites(answer: Answer, second: Answer = (response) => response.end('second')) {
  const [first, other, elsewhere] = [await localServer(answer), await localServer(second), await localServer()]
  const { lookup } = await nameServer({ 'first.test': ['93.184.216.34'], 'second.test': ['151.101.1.69'] })
  const places = { '93.184.216.34': first, '151.101.1.69': other, elsewhere }
  return { first, second: other, ...publicNetwork(places, { lookup }) }
}

describe('a redirect', () => {
  it('is followed from page to page, and the response says where it ended', async () => {
    const server = await localServer(sitemap({ '/': '/a', '/a': 'b/c', '/b/c': '../d?e=1' }))
    const response = await openedFetch()(server.url)
    expect([response.url, response.redirected]).toEqual([`${server.url}/d?e=1`, true])
    expect(await response.text()).toBe('page /d?e=1')
    expect(server.requests.map(({ path }) => path)).toEqual(['/', '/a', '/b/c', '/d?e=1'])
  })

  it('is handed to whoever wants to follow it', async () => {
    const server = await localServer(sitemap({ '/': 'ftp://example.com/' }))
    const response = await openedFetch()(server.url, { redirect: 'manual' })
    expect([response.status, response.headers.get('location')]).toEqual([302, 'ftp://example.com/'])
    expect(await response.text()).toBe('Moved.')
  })

  it('is a failure for whoever wants none', async () => {
    const server = await localServer(sitemap({ '/': '/a' }))
    await expect(openedFetch()(server.url, { redirect: 'error' })).rejects.toMatchObject({
      code: 'fetch-failed',
      message: '`127.0.0.1` redirects, which this request does not follow.',
    })
    expect(server.requests.length).toBe(1)
  })

  it('takes no time of the fetch while the caller thinks about it', async () => {
    const server = await localServer(sitemap({ '/': '/a' }))
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const beforeRedirect = async () => void vi.advanceTimersByTime(60_000)
    const response = await openedFetch({ timeoutMs: 5000 })(server.url, { beforeRedirect })
    expect(await response.text()).toBe('page /a')
  })

  it('without a target is an answer like any other', async () => {
    const server = await localServer((response) => response.writeHead(302).end('Where?'))
    expect(await (await openedFetch()(server.url)).text()).toBe('Where?')
  })

  it('with a status that is none is an answer like any other', async () => {
    const server = await localServer((response) => response.writeHead(201, { location: '/new' }).end('Made.'))
    expect(await (await openedFetch()(server.url)).text()).toBe('Made.')
  })

  it('to an address in UTF-8 is followed', async () => {
    const server = await localServer(sitemap({ '/': Buffer.from('/bücher').toString('latin1') }))
    expect(await (await openedFetch()(server.url)).text()).toBe('page /b%C3%BCcher')
  })

  it('in a circle is a failure', async () => {
    const server = await localServer(sitemap({ '/': '/a', '/a': '/b', '/b': '/a' }))
    await expect(openedFetch()(server.url)).rejects.toMatchObject({
      code: 'fetch-failed',
      message: '`127.0.0.1` redirects in a circle.',
      details: { reason: 'redirect-loop' },
    })
    expect(server.requests.length).toBe(4)
  })

  it('to itself is a failure', async () => {
    const server = await localServer(sitemap({ '/': '/' }))
    await expect(openedFetch()(server.url)).rejects.toMatchObject({ details: { reason: 'redirect-loop' } })
  })

  it('after five is a failure, and five are not', async () => {
    const endless: Answer = (response, { path }) => {
      response.writeHead(302, { location: `/${Number(path.slice(1)) + 1}` }).end()
    }
    const server = await localServer(endless)
    await expect(openedFetch()(`${server.url}/1`)).rejects.toMatchObject({
      code: 'fetch-failed',
      message: '`127.0.0.1` redirects once more, after 5 redirects: that is the most that is followed.',
    })
    expect(server.requests.length).toBe(6)
    const ending = await localServer(sitemap({ '/1': '/2', '/2': '/3', '/3': '/4', '/4': '/5', '/5': '/6' }))
    expect(await (await openedFetch()(`${ending.url}/1`)).text()).toBe('page /6')
  })

  it('may be none at all', async () => {
    const server = await localServer(sitemap({ '/': '/a' }))
    await expect(openedFetch({ maxRedirects: 0 })(server.url)).rejects.toMatchObject({
      details: { reason: 'too-many-redirects' },
    })
  })

  it('ends the connection when its page does not end', async () => {
    const gone = Promise.withResolvers<void>()
    const server = await localServer((response, { path }) => {
      if (path === '/end') response.end('end')
      else response.writeHead(302, { location: '/end' }).once('close', gone.resolve).write('x'.repeat(1_000_000))
    })
    expect(await (await openedFetch()(server.url)).text()).toBe('end')
    await gone.promise
  })
})

describe('the request after a redirect', () => {
  const body = 'a=1'
  const headers = { 'content-type': 'text/x-test', 'content-language': 'de', 'x-own': 'kept' }

  it.each([
    [301, 'POST', 'GET', ''],
    [302, 'POST', 'GET', ''],
    [303, 'POST', 'GET', ''],
    [303, 'PUT', 'GET', ''],
    [301, 'PUT', 'PUT', body],
    [302, 'DELETE', 'DELETE', body],
    [307, 'POST', 'POST', body],
    [308, 'PUT', 'PUT', body],
  ])('with %d of %s is %s', async (status, method, next, sent) => {
    const server = await localServer(sitemap({ '/': '/next' }, status))
    await (await openedFetch()(server.url, { method, headers, body })).text()
    const type = sent === '' ? undefined : 'text/x-test'
    expect(server.requests[1]).toMatchObject({ method: next, body: sent })
    expect(server.requests[1]?.headers['content-type']).toBe(type)
    expect(server.requests[1]?.headers['content-language']).toBe(type && 'de')
    expect(server.requests[1]?.headers['x-own']).toBe('kept')
  })

  it('stays a HEAD', async () => {
    const server = await localServer(sitemap({ '/': '/next' }, 303))
    await openedFetch()(server.url, { method: 'HEAD' })
    expect(server.requests.map(({ method }) => method)).toEqual(['HEAD', 'HEAD'])
  })

  it('may be to the same address with another method', async () => {
    const answer: Answer = (response, { method, path }) => {
      if (path === '/done') response.end('done')
      else response.writeHead(303, { location: method === 'GET' ? '/done' : '/' }).end()
    }
    const server = await localServer(answer)
    expect(await (await openedFetch()(server.url, { method: 'POST', body })).text()).toBe('done')
  })

  it.each([
    [307, '`127.0.0.1` redirects the request, but its body is a stream and cannot be sent a second time.'],
    [308, '`127.0.0.1` redirects the request, but its body is a stream and cannot be sent a second time.'],
  ])('with %d cannot send a stream again', async (status, message) => {
    const server = await localServer(sitemap({ '/': '/next' }, status))
    const stream = ReadableStream.from([Buffer.from('once')])
    await expect(openedFetch()(server.url, { method: 'POST', body: stream })).rejects.toThrow(message)
    expect(server.requests.length).toBe(1)
  })

  it('with 303 needs no stream again', async () => {
    const server = await localServer(sitemap({ '/': '/next' }, 303))
    const stream = ReadableStream.from([Buffer.from('once')])
    const response = await openedFetch()(server.url, { method: 'POST', body: stream })
    expect(await response.text()).toBe('page /next')
  })
})

describe('what says who asks', () => {
  const secrets = {
    authorization: 'Bearer 1',
    cookie: 'a=1',
    'proxy-authorization': 'Basic 1',
    'x-api-key': '1',
    'x-subscription-token': '1',
    'ocp-apim-subscription-key': '1',
    'x-any-other': '1',
  }
  const harmless = { accept: 'text/html', 'accept-language': 'de', 'user-agent': 'Test' }
  const names = [...Object.keys(secrets), ...Object.keys(harmless)]
  const seen = (headers: object | undefined) => names.filter((name) => name in (headers ?? {}))

  it('goes along within one origin', async () => {
    const { first, fetch } = await twoSites(sitemap({ '/': '/next' }))
    await (await fetch('http://first.test/', { headers: { ...secrets, ...harmless } })).text()
    expect(first.requests.map(({ headers }) => seen(headers))).toEqual([names, names])
  })

  it.each([301, 302, 303, 307, 308])('stays behind when another origin is next: %d', async (status) => {
    const { first, second, fetch } = await twoSites(sitemap({ '/': 'http://second.test/' }, status))
    await (await fetch('http://first.test/', { headers: { ...secrets, ...harmless } })).text()
    expect(seen(first.requests[0]?.headers)).toEqual(names)
    expect(seen(second.requests[0]?.headers)).toEqual(Object.keys(harmless))
  })

  it('stays behind when only the port is another', async () => {
    const { first, fetch } = await twoSites(sitemap({ '/': 'http://first.test:8080/next' }))
    await (await fetch('http://first.test/', { headers: { ...secrets, ...harmless } })).text()
    expect(first.requests.map(({ headers }) => seen(headers))).toEqual([names, Object.keys(harmless)])
  })

  it('does not come back when the redirects do', async () => {
    const back: Answer = (response) => response.writeHead(302, { location: 'http://first.test/end' }).end()
    const { first, fetch } = await twoSites(sitemap({ '/': 'http://second.test/' }), back)
    await (await fetch('http://first.test/', { headers: secrets })).text()
    const held = (headers: object) => Object.keys(secrets).filter((name) => name in headers).length
    expect(first.requests.map(({ path, headers }) => [path, held(headers)])).toEqual([
      ['/', 7],
      ['/end', 0],
    ])
  })
})
