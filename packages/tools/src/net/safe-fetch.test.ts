import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { bareServer } from '../../test/net/bare-server.ts'
import { certificateFor, trusted } from '../../test/net/certificate.ts'
import { type Answer, localServer } from '../../test/net/local-server.ts'
import { nameServer } from '../../test/net/name-server.ts'
import { openedFetch } from '../../test/net/opened-fetch.ts'
import { publicNetwork } from '../../test/net/public-network.ts'
import { safeFetch } from './safe-fetch.ts'

const page =
  (body: string | Buffer, headers: Readonly<Record<string, string>> = {}): Answer =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/plain', ...headers }).end(body)
  }

describe('a fetch', () => {
  it('gives a standard response', async () => {
    const server = await localServer(page('Hello, world.', { 'x-more': 'yes' }))
    const response = await openedFetch()(`${server.url}/a?b=1#part`)
    expect(response).toBeInstanceOf(Response)
    expect([response.status, response.ok, response.redirected]).toEqual([200, true, false])
    expect([response.url, response.headers.get('x-more')]).toEqual([`${server.url}/a?b=1`, 'yes'])
    expect(await response.text()).toBe('Hello, world.')
  })

  it('reads an answer whose status is told in letters that no response can hold', async () => {
    const server = await bareServer((socket) => {
      socket.once('data', () => socket.end('HTTP/1.1 200 Прекрасно\r\ncontent-length: 2\r\n\r\nhi'))
    })
    const response = await openedFetch()(server.url)
    expect([response.status, response.statusText, await response.text()]).toEqual([200, '', 'hi'])
  })

  it('says who asks, unless the request does', async () => {
    const server = await localServer()
    const fetch = openedFetch({ userAgent: 'Gyre/1.0' })
    await (await fetch(server.url)).text()
    await (await fetch(server.url, { headers: { 'User-Agent': 'Another' } })).text()
    await (await openedFetch()(server.url)).text()
    expect(server.requests.map(({ headers }) => headers['user-agent'])).toEqual(['Gyre/1.0', 'Another', 'Gyre'])
  })

  it('asks for the name and not for its address', async () => {
    const [server, elsewhere] = [await localServer(), await localServer()]
    const { lookup } = await nameServer({ 'public.test': ['93.184.216.34'] })
    const { fetch, dialled } = publicNetwork({ '93.184.216.34': server, elsewhere }, { lookup })
    await (await fetch('http://public.test:8080/page')).text()
    expect(server.requests[0]?.headers.host).toBe('public.test:8080')
    expect(dialled).toEqual(['93.184.216.34'])
  })

  it('goes to a public address that is given as a number', async () => {
    const [server, elsewhere] = [await localServer(), await localServer()]
    const { fetch } = publicNetwork({ '93.184.216.34': server, '2606:4700::1': server, elsewhere }, {})
    await (await fetch('http://93.184.216.34/')).text()
    await (await fetch('http://[2606:4700::1]/')).text()
    expect(server.requests.map(({ headers }) => headers.host)).toEqual(['93.184.216.34', '[2606:4700::1]'])
    expect(elsewhere.connections).toBe(0)
  })

  it('speaks TLS under the name, and sends that name', async () => {
    const secure = await localServer(page('secret'), trusted(certificateFor('public.test')))
    const elsewhere = await localServer()
    const { lookup } = await nameServer({ 'public.test': ['93.184.216.34'] })
    const { fetch } = publicNetwork({ '93.184.216.34': secure, elsewhere }, { lookup })
    expect(await (await fetch('https://public.test/')).text()).toBe('secret')
    expect([secure.serverNames, secure.requests[0]?.headers.host]).toEqual([['public.test'], 'public.test'])
  })

  it.each([
    ['a text', 'Hello', 'text/plain;charset=UTF-8', 'Hello'],
    ['bytes', new TextEncoder().encode('Hello'), undefined, 'Hello'],
    [
      'a form',
      new URLSearchParams({ a: '1', b: 'ü' }),
      'application/x-www-form-urlencoded;charset=UTF-8',
      'a=1&b=%C3%BC',
    ],
    ['a blob', new Blob(['{}'], { type: 'application/json' }), 'application/json', '{}'],
    ['a stream', ReadableStream.from([Buffer.from('Hel'), Buffer.from('lo')]), undefined, 'Hello'],
  ])('sends %s', async (_what, body, type, received) => {
    const server = await localServer()
    await (await openedFetch()(server.url, { method: 'post', body })).text()
    expect(server.requests[0]).toMatchObject({ method: 'POST', body: received })
    expect(server.requests[0]?.headers['content-type']).toBe(type)
  })

  it('sends a form with files, with the type that belongs to it', async () => {
    const server = await localServer()
    const form = new FormData()
    form.set('file', new Blob(['content']), 'name.txt')
    await (await openedFetch()(server.url, { method: 'POST', body: form })).text()
    expect(server.requests[0]?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/)
    expect(server.requests[0]?.body).toContain('filename="name.txt"')
  })

  it('keeps the type that the request names', async () => {
    const server = await localServer()
    const headers = { 'content-type': 'application/json' }
    await (await openedFetch()(server.url, { method: 'POST', headers, body: '{}' })).text()
    expect(server.requests[0]?.headers['content-type']).toBe('application/json')
  })

  it('uses a connection again', async () => {
    const server = await localServer()
    const fetch = openedFetch()
    for (let times = 0; times < 10; times++) await (await fetch(server.url)).text()
    // The client lets a connection rest for a moment: the one after it may need a second one.
    expect([server.requests.length, server.connections <= 2]).toEqual([10, true])
  })

  it('opens no more than eight connections to one place', async () => {
    const server = await localServer()
    const fetch = openedFetch()
    const texts = await Promise.all(Array.from({ length: 30 }, async () => (await fetch(server.url)).text()))
    expect(texts).toEqual(Array.from({ length: 30 }, () => 'Hello.'))
    expect(server.connections).toBeLessThanOrEqual(8)
  })

  it('tries every address of a name', async () => {
    const server = await localServer(page('by IPv4'))
    const lookup = async () => [
      { address: '::1', family: 6 },
      { address: '127.0.0.1', family: 4 },
    ]
    const response = await openedFetch({ lookup })(`http://two.test:${server.port}/`)
    expect(await response.text()).toBe('by IPv4')
  })

  it('reaches a private host that was named, at the port that was named', async () => {
    const server = await localServer()
    const { lookup } = await nameServer({ 'search.lan': ['127.0.0.1'] })
    const fetch = openedFetch({ allowLoopback: false, allowHosts: [`search.lan:${server.port}`], lookup })
    expect((await fetch(`http://search.lan:${server.port}/`)).status).toBe(200)
    await expect(fetch('http://search.lan:8099/')).rejects.toMatchObject({ details: { rule: 'local-name' } })
    await expect(fetch(server.url)).rejects.toMatchObject({ details: { rule: 'loopback' } })
  })

  it('hears no proxy of the environment', async () => {
    const [server, proxy] = [await localServer(), await localServer()]
    for (const name of ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'ALL_PROXY']) vi.stubEnv(name, proxy.url)
    onTestFinished(() => void vi.unstubAllEnvs())
    await (await openedFetch()(server.url)).text()
    expect([server.requests.length, proxy.connections]).toEqual([1, 0])
  })

  it('refuses another host in a header', async () => {
    const server = await localServer()
    const fetching = openedFetch()(server.url, { headers: { Host: 'internal.test' } })
    await expect(fetching).rejects.toMatchObject({ code: 'address-refused', details: { rule: 'host-header' } })
    expect(server.connections).toBe(0)
  })

  it('does not show the value of a header that is not allowed', async () => {
    const server = await localServer()
    const failure = await openedFetch()(server.url, { headers: { 'x-api-key': 'sk-1\nx: y' } }).catch(String)
    expect(failure).toBe('GyreError: A header of the request has a name or a value that is not allowed.')
  })

  it.each(['CONNECT', 'TRACE', 'TRACK'])('refuses the method %s', async (method) => {
    const server = await localServer()
    await expect(openedFetch()(server.url, { method })).rejects.toMatchObject({ code: 'fetch-failed' })
    expect(server.connections).toBe(0)
  })
})

describe('the body of an answer', () => {
  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
  ] as const)('is unpacked: %s', async (encoding, pack) => {
    const server = await localServer(page(pack('Hello, world.'), { 'content-encoding': encoding }))
    expect(await (await openedFetch()(server.url)).text()).toBe('Hello, world.')
  })

  it('is read while it comes', async () => {
    const more = Promise.withResolvers<void>()
    const server = await localServer(async (response) => {
      response.write('first')
      await more.promise
      response.end('last')
    })
    const { body } = await openedFetch()(server.url)
    const pieces: string[] = []
    for await (const piece of body ?? []) {
      pieces.push(Buffer.from(piece).toString())
      more.resolve()
    }
    expect(pieces).toEqual(['first', 'last'])
  })

  it.each([204, 304])('is not there with status %d', async (status) => {
    const server = await localServer((response) => response.writeHead(status).end())
    const response = await openedFetch()(server.url, { contentTypes: ['text/html'] })
    expect([response.status, response.body]).toEqual([status, null])
  })

  it('is not there for HEAD', async () => {
    const server = await localServer(page('Hello', { 'content-length': '5' }))
    const response = await openedFetch()(server.url, { method: 'HEAD' })
    expect([response.headers.get('content-length'), await response.text()]).toEqual(['5', ''])
  })

  it('may be as large as is allowed', async () => {
    const server = await localServer(page('x'.repeat(1000)))
    expect((await (await openedFetch({ maxBytes: 1000 })(server.url)).text()).length).toBe(1000)
  })

  const tooLarge = {
    code: 'fetch-failed',
    message: 'The answer of `127.0.0.1` is larger than 1,000 bytes, the most that is read.',
    details: { reason: 'too-large' },
  }

  it('is refused unread when it says that it is too large', async () => {
    const server = await localServer((response) => {
      response.writeHead(200, { 'content-length': '1001' }).write('x')
    })
    await expect(openedFetch({ maxBytes: 1000 })(server.url)).rejects.toMatchObject(tooLarge)
    await server.deserted()
  })

  it('is cut off when it is too large, and the connection is gone', async () => {
    const server = await localServer((response) => {
      const timer = setInterval(() => response.write('x'.repeat(400)), 1)
      response.once('close', () => clearInterval(timer))
    })
    const response = await openedFetch({ maxBytes: 1000 })(server.url)
    await expect(response.text()).rejects.toMatchObject(tooLarge)
    await server.deserted()
  })

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ] as const)('counts after unpacking: %s', async (encoding, pack) => {
    const server = await localServer(page(pack(Buffer.alloc(10_000_000)), { 'content-encoding': encoding }))
    const response = await openedFetch({ maxBytes: 1000 })(server.url)
    await expect(response.bytes()).rejects.toMatchObject(tooLarge)
  })

  it('counts after unpacking twice', async () => {
    const bomb = gzipSync(gzipSync(Buffer.alloc(10_000_000)))
    const server = await localServer(page(bomb, { 'content-encoding': 'gzip, gzip' }))
    const response = await openedFetch({ maxBytes: 1000 })(server.url)
    await expect(response.bytes()).rejects.toMatchObject(tooLarge)
  })

  it('is refused unread when nobody can read its type', async () => {
    const server = await localServer((response) => {
      response.writeHead(200, { 'content-type': 'image/png' }).write('PNG')
    })
    const fetching = openedFetch()(server.url, { contentTypes: ['text/html', 'application/*+xml'] })
    await expect(fetching).rejects.toMatchObject({
      code: 'fetch-failed',
      message: '`127.0.0.1` sent `image/png`; only `text/html`, `application/*+xml` can be read.',
      details: { reason: 'content-type', contentType: 'image/png' },
    })
    await server.deserted()
  })

  it('is refused unread when it has no type', async () => {
    const server = await localServer((response) => response.end('?'))
    const fetching = openedFetch()(server.url, { contentTypes: ['text/html'] })
    await expect(fetching).rejects.toThrow('`127.0.0.1` sent something of no known type; only `text/html` can be read.')
  })

  it('is taken when its type is one of those', async () => {
    const server = await localServer(page('<p>Hello', { 'content-type': 'Text/HTML; charset=utf-8' }))
    const response = await openedFetch()(server.url, { contentTypes: ['text/*'] })
    expect(await response.text()).toBe('<p>Hello')
  })

  it('is taken in any type when it tells of a failure', async () => {
    const server = await localServer((response) =>
      response.writeHead(404, { 'content-type': 'application/json' }).end('{}'),
    )
    const response = await openedFetch()(server.url, { contentTypes: ['text/html'] })
    expect([response.status, await response.text()]).toEqual([404, '{}'])
  })
})

describe('the module', () => {
  const conditions = ['--conditions=@gyre/source', '--input-type=module', '--eval']
  const file = (name: string) => JSON.stringify(join(import.meta.dirname, name))

  it('loads no library before something is fetched', async () => {
    const script = `
      import { registerHooks } from 'node:module'
      const asked = new Set()
      registerHooks({ resolve(name, context, next) {
        if (!/^(\\.|\\/|file:|node:|zod|@gyre)/.test(name)) asked.add(name)
        return next(name, context)
      } })
      const { safeFetch } = await import(${file('safe-fetch.ts')})
      await import(${file('robots/robots.ts')})
      await import(${file('canonical-url.ts')})
      await safeFetch()('file:///etc/passwd').catch(() => {})
      console.log([...asked].join())`
    const { stdout } = await promisify(execFile)(process.execPath, [...conditions, script])
    expect(stdout).toBe('\n')
  }, 20_000)

  it.each(['await response.text()', 'response.status'])(
    'keeps no process alive after %s',
    async (read) => {
      const server = await localServer((response) => response.setHeader('keep-alive', 'timeout=60').end('Hello.'))
      const script = `
      const { safeFetch } = await import(${file('safe-fetch.ts')})
      const response = await safeFetch({ allowLoopback: true, timeoutMs: 60_000 })('${server.url}')
      console.log(${read})`
      const { stdout } = await promisify(execFile)(process.execPath, [...conditions, script])
      expect(stdout).toMatch(/^(?:Hello\.|200)\n$/)
    },
    20_000,
  )

  it('leaves the global fetch the dispatcher that somebody gave it', async () => {
    const server = await localServer()
    const script = `
      const mark = Symbol.for('undici.globalDispatcher.1')
      const proxy = { dispatch: () => true }
      Object.defineProperty(globalThis, mark, { value: proxy, writable: true })
      const { safeFetch } = await import(${file('safe-fetch.ts')})
      const response = await safeFetch({ allowLoopback: true })('${server.url}')
      console.log(await response.text(), globalThis[mark] === proxy)`
    const { stdout } = await promisify(execFile)(process.execPath, [...conditions, script])
    expect(stdout).toBe('Hello. true\n')
  }, 20_000)

  it('tells at once of a host that cannot be allowed', () => {
    expect(() => safeFetch({ allowHosts: ['*.lan'] })).toThrow('`allowHosts` has `*.lan`')
  })
})
