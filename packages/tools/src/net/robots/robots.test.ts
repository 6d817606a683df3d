import { GyreError } from '@gyre/core'
import { simulatedClock } from '@gyre/core/testing'
import { describe, expect, it } from 'vitest'
import { type Answer, localServer } from '../../../test/net/local-server.ts'
import { openedFetch } from '../../../test/net/opened-fetch.ts'
import { robotsRules } from './robots.ts'

const text =
  (body: string | Buffer, status = 200): Answer =>
  (response) => {
    response.writeHead(status, { 'content-type': 'text/plain' }).end(body)
  }

const example = `
# Rules of a site.
User-agent: *
Disallow: /private
Allow: /private/open
Disallow: /*.pdf$

User-agent: Gyre
Disallow: /no-gyre

Sitemap: https://example.com/sitemap.xml
`

describe('a robots.txt', () => {
  it.each([
    ['Other', '/', true],
    ['Other', '/private', false],
    ['Other', '/private/more?a=1', false],
    ['Other', '/private/open/page', true],
    ['Other', '/a.pdf', false],
    ['Other', '/a.pdf?b', true],
    ['Other', '/no-gyre', true],
    ['Gyre', '/private', true],
    ['Gyre', '/no-gyre/a', false],
    ['gyre/1.0 (+https://example.com/bot)', '/no-gyre', false],
    ['Gyre-Images', '/no-gyre', true],
    ['(unnamed)', '/private', false],
  ])('says of %s and %s: %s', async (agent, path, allowed) => {
    const server = await localServer(text(example))
    expect(await robotsRules(openedFetch(), agent).allows(`${server.url}${path}`)).toBe(allowed)
    expect(server.requests.map((request) => request.path)).toEqual(['/robots.txt'])
  })

  it.each([
    [200, '', true],
    [200, '<!doctype html><title>Not found</title>', true],
    [204, '', true],
    [400, example, true],
    [401, example, true],
    [403, example, true],
    [404, example, true],
    [410, example, true],
    [429, example, true],
  ])('with status %d and %j: %s', async (status, body, allowed) => {
    const server = await localServer(text(body, status))
    expect(await robotsRules(openedFetch(), 'Other').allows(`${server.url}/private`)).toBe(allowed)
  })

  it.each([500, 503])('that is answered with status %d lets nothing be read, and says why', async (status) => {
    const server = await localServer(text('', status))
    const asked = robotsRules(openedFetch(), 'Other').allows(`${server.url}/page`)
    await expect(asked).rejects.toThrow(`answers ${status} for its robots.txt`)
  })

  it('that cannot be fetched lets nothing be read, and says why', async () => {
    const server = await localServer((response) => response.destroy())
    await expect(robotsRules(openedFetch(), 'Gyre').allows(server.url)).rejects.toThrow('broke the connection off')
    const failing = () => Promise.reject(new TypeError('fetch failed'))
    await expect(robotsRules(failing, 'Gyre').allows('https://example.com/')).rejects.toThrow('fetch failed')
  })

  it('may be elsewhere: the rules are for the site that redirects', async () => {
    const other = await localServer(text('User-agent: *\nDisallow: /a'))
    const site = await localServer((response) => response.writeHead(301, { location: `${other.url}/rules` }).end())
    const robots = robotsRules(openedFetch(), 'Gyre')
    expect([await robots.allows(`${site.url}/a`), await robots.allows(`${site.url}/b`)]).toEqual([false, true])
    expect([site.requests.length, other.requests.length]).toEqual([1, 1])
  })

  it('may begin with a byte order mark and have any line ends', async () => {
    const server = await localServer(text('\uFEFFUser-agent: *\rDisallow: /a\r\nDisallow: /b'))
    const robots = robotsRules(openedFetch(), 'Gyre')
    const allowed = await Promise.all(['/a', '/b', '/c'].map((path) => robots.allows(server.url + path)))
    expect(allowed).toEqual([false, false, true])
  })

  it('is read up to 500 KiB, without the line that is cut off there', async () => {
    const head = 'User-agent: *\nDisallow: /early\n'
    const cut = 'Disallow: /late\n'
    // The last line begins before the limit and ends after it.
    const filler = `${'#'.repeat(512_000 - head.length - 12)}\n`
    const server = await localServer((response) => {
      response.write(`${head}${filler}${cut}`)
      const timer = setInterval(() => response.write('Disallow: /later\n'.repeat(1000)), 1)
      response.once('close', () => clearInterval(timer))
    })
    const robots = robotsRules(openedFetch(), 'Gyre')
    const allowed = await Promise.all(['/early', '/late', '/later'].map((path) => robots.allows(server.url + path)))
    expect(allowed).toEqual([false, true, true])
    await server.deserted()
  })

  it('that would take long to compare forbids the page', async () => {
    const server = await localServer(text(`User-agent: *\n${`Disallow: /${'*a'.repeat(500)}b\n`.repeat(490)}`))
    const robots = robotsRules(openedFetch(), 'Gyre')
    expect(await robots.allows(`${server.url}/${'a'.repeat(2000)}`)).toBe(false)
    expect(await robots.allows(`${server.url}/short`)).toBe(true)
  })
})

describe('the delay that a site asks for', () => {
  it.each([
    ['that of all', 'User-agent: *\nCrawl-delay: 2', 2000],
    ['that of this robot', 'User-agent: *\nCrawl-delay: 2\n\nUser-agent: Gyre\nCrawl-delay: 0.5', 500],
    [
      'none when it has rules for this robot without one',
      'User-agent: *\nCrawl-delay: 2\n\nUser-agent: Gyre\nAllow: /',
      0,
    ],
    ['none when it is that of another', 'User-agent: Other\nCrawl-delay: 2', 0],
    ['none when it is no number', 'User-agent: *\nCrawl-delay: slowly', 0],
    ['none when it is below zero', 'User-agent: *\nCrawl-delay: -3', 0],
    ['none when it says nothing of it', example, 0],
  ])('is %s', async (_, file, ms) => {
    const server = await localServer(text(file))
    const robots = robotsRules(openedFetch(), 'Gyre/1.0')
    expect(await robots.crawlDelayMs(`${server.url}/page`)).toBe(ms)
  })

  it('is none without a file, and without an answer', async () => {
    const [none, broken] = [await localServer(text(example, 404)), await localServer(text('', 500))]
    const robots = robotsRules(openedFetch(), 'Gyre')
    expect([await robots.crawlDelayMs(none.url), await robots.crawlDelayMs(broken.url)]).toEqual([0, 0])
  })

  it('is known once the rules are', async () => {
    const server = await localServer(text('User-agent: *\nCrawl-delay: 2'))
    const robots = robotsRules(openedFetch(), 'Gyre')
    expect([await robots.allows(server.url), await robots.crawlDelayMs(server.url)]).toEqual([true, 2000])
    expect(server.requests.length).toBe(1)
  })
})

describe('the rules of a site', () => {
  it('are asked for once, by however many', async () => {
    const server = await localServer(text(example))
    const robots = robotsRules(openedFetch(), 'Other')
    const allowed = await Promise.all(['/', '/private', '/a'].map((path) => robots.allows(server.url + path)))
    expect([...allowed, await robots.allows(`${server.url}/private`)]).toEqual([true, false, true, false])
    expect(server.requests.length).toBe(1)
  })

  it('are those of each origin', async () => {
    const [one, other] = [await localServer(text(example)), await localServer(text('', 404))]
    const robots = robotsRules(openedFetch(), 'Other')
    expect([await robots.allows(`${one.url}/private`), await robots.allows(`${other.url}/private`)]).toEqual([
      false,
      true,
    ])
  })

  it('are asked for again when they are old', async () => {
    const clock = simulatedClock(0)
    let rules = 'User-agent: *\nDisallow: /'
    const server = await localServer((response) => response.end(rules))
    const robots = robotsRules(openedFetch(), 'Gyre', { clock, ttlMs: 1000 })
    expect(await robots.allows(server.url)).toBe(false)
    rules = ''
    await clock.advance(999)
    expect(await robots.allows(server.url)).toBe(false)
    await clock.advance(1)
    expect(await robots.allows(server.url)).toBe(true)
    expect(server.requests.length).toBe(2)
  })

  it('are remembered for a day', async () => {
    const clock = simulatedClock(0)
    const server = await localServer(text(example))
    const robots = robotsRules(openedFetch(), 'Gyre', { clock })
    await robots.allows(server.url)
    await clock.advance(86_399_999)
    await robots.allows(server.url)
    expect(server.requests.length).toBe(1)
    await clock.advance(1)
    await robots.allows(server.url)
    expect(server.requests.length).toBe(2)
  })

  it('are asked for again soon when the site had failed', async () => {
    const clock = simulatedClock(0)
    let status = 503
    const server = await localServer((response) => response.writeHead(status).end())
    const robots = robotsRules(openedFetch(), 'Gyre', { clock })
    await expect(robots.allows(server.url)).rejects.toThrow('503')
    status = 200
    await clock.advance(59_999)
    await expect(robots.allows(server.url)).rejects.toThrow('503')
    await clock.advance(1)
    expect(await robots.allows(server.url)).toBe(true)
  })

  it('of the oldest sites are forgotten when there are many', async () => {
    const asked: string[] = []
    const robots = robotsRules(async (url) => {
      asked.push(new URL(url).hostname)
      return new Response('')
    }, 'Gyre')
    for (let site = 0; site <= 200; site++) await robots.allows(`https://s${site}.example/`)
    await robots.allows('https://s200.example/')
    await robots.allows('https://s1.example/')
    expect(asked.length).toBe(201)
    await robots.allows('https://s0.example/')
    expect(asked.at(-1)).toBe('s0.example')
  })

  it('of a site that was asked again are not the oldest', async () => {
    const clock = simulatedClock(0)
    const asked: string[] = []
    const answer = async (url: string | URL) => {
      asked.push(new URL(url).hostname)
      return new Response('')
    }
    const robots = robotsRules(answer, 'Gyre', { clock, ttlMs: 1000 })
    for (let site = 0; site < 200; site++) await robots.allows(`https://s${site}.example/`)
    await clock.advance(1000)
    for (const site of ['s0', 's200', 's0']) await robots.allows(`https://${site}.example/`)
    expect(asked.slice(200)).toEqual(['s0.example', 's200.example'])
  })

  it('are none when the address itself is refused', async () => {
    const server = await localServer()
    const robots = robotsRules(openedFetch({ allowLoopback: false }), 'Gyre')
    for (const url of [server.url, 'file:///etc/passwd', 'nonsense']) {
      await expect(robots.allows(url)).rejects.toMatchObject({ code: 'address-refused' })
    }
    expect(server.connections).toBe(0)
  })

  it('are not waited for by one who gives up, and stay there for others', async () => {
    const silent = Promise.withResolvers<Response>()
    const asked: unknown[] = []
    const ask = (url: string | URL) => {
      asked.push(url)
      return silent.promise
    }
    const robots = robotsRules(ask, 'Gyre')
    const leaving = new AbortController()
    const [left, stays] = [robots.allows('https://a.example/', leaving.signal), robots.allows('https://a.example/x')]
    leaving.abort(new Error('Enough.'))
    await expect(left).rejects.toThrow('Enough.')
    silent.resolve(new Response('User-agent: *\nDisallow: /x'))
    expect(await stays).toBe(false)
    await expect(robots.allows('https://b.example/', leaving.signal)).rejects.toThrow('Enough.')
    expect(asked).toEqual(['https://a.example/robots.txt'])
  })

  it('do not hide that a package is missing', async () => {
    const missing = new GyreError('package-missing', 'This tool needs the package `undici`.')
    const robots = robotsRules(() => Promise.reject(missing), 'Gyre')
    await expect(robots.allows('https://example.com/')).rejects.toBe(missing)
  })
})
