import { getEventListeners } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { bareServer } from '../../test/net/bare-server.ts'
import { certificateFor, trusted } from '../../test/net/certificate.ts'
import { type Answer, localServer } from '../../test/net/local-server.ts'
import { nameServer } from '../../test/net/name-server.ts'
import { openedFetch } from '../../test/net/opened-fetch.ts'
import { publicNetwork } from '../../test/net/public-network.ts'

/** Takes the request and says nothing. */
const silent: Answer = () => {}

/** Sends a byte now and then, for ever. */
const trickling: Answer = (response) => {
  const timer = setInterval(() => response.write('.'), 5)
  response.once('close', () => clearInterval(timer))
}

describe('a fetch whose time is up', () => {
  const tooSlow = {
    code: 'fetch-failed',
    message: '`127.0.0.1` did not send its whole answer within 0.1 s.',
    details: { reason: 'timeout' },
  }

  it('fails when no answer comes, and the connection is gone', async () => {
    const server = await localServer(silent)
    await expect(openedFetch({ timeoutMs: 100 })(server.url)).rejects.toMatchObject(tooSlow)
    await server.deserted()
  })

  it('fails when the headers come byte by byte', async () => {
    const server = await bareServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nx-slow: ')
      const timer = setInterval(() => socket.write('x'), 5)
      socket.once('close', () => clearInterval(timer))
    })
    await expect(openedFetch({ timeoutMs: 100 })(server.url)).rejects.toMatchObject(tooSlow)
    await server.closed[0]
  })

  it('fails when the body comes byte by byte', async () => {
    const server = await localServer(trickling)
    const response = await openedFetch({ timeoutMs: 100 })(server.url)
    await expect(response.text()).rejects.toMatchObject(tooSlow)
    await server.deserted()
  })

  it('fails when nobody reads the body, and the connection is gone', async () => {
    const server = await localServer(trickling)
    const response = await openedFetch({ timeoutMs: 100 })(server.url)
    await server.deserted()
    await expect(response.text()).rejects.toMatchObject(tooSlow)
  })

  it('fails when every redirect takes a while', async () => {
    const server = await localServer((response, { path }) => {
      setTimeout(() => response.writeHead(302, { location: `${path}x` }).end(), 30)
    })
    await expect(openedFetch({ timeoutMs: 100, maxRedirects: 1000 })(server.url)).rejects.toMatchObject(tooSlow)
  })

  it('fails when the name server does not answer', async () => {
    const fetch = openedFetch({ timeoutMs: 100, lookup: () => new Promise(() => {}) })
    await expect(fetch('http://slow.test/')).rejects.toMatchObject({
      details: { host: 'slow.test', reason: 'timeout' },
    })
  })

  it('fails when TLS does not begin, and the connection is gone', async () => {
    const server = await bareServer(() => {})
    await expect(openedFetch({ timeoutMs: 100 })(`https://127.0.0.1:${server.port}/`)).rejects.toMatchObject({
      code: 'fetch-failed',
    })
    await server.closed[0]
  })

  it('may take as long as it likes when it is allowed to', async () => {
    const server = await localServer()
    const response = await openedFetch({ timeoutMs: Number.POSITIVE_INFINITY })(server.url)
    expect(await response.text()).toBe('Hello.')
  })
})

describe('a fetch that is aborted', () => {
  const reason = new Error('Enough.')

  it('does not begin when it is aborted already', async () => {
    const server = await localServer()
    await expect(openedFetch()(server.url, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    expect(server.connections).toBe(0)
  })

  it('ends while it waits for an answer, and the connection is gone', async () => {
    const abort = new AbortController()
    const server = await localServer(() => abort.abort(reason))
    await expect(openedFetch()(server.url, { signal: abort.signal })).rejects.toBe(reason)
    await server.deserted()
  })

  it('ends while the body is read, and the connection is gone', async () => {
    const abort = new AbortController()
    const server = await localServer(trickling)
    const response = await openedFetch()(server.url, { signal: abort.signal })
    const reading = response.text()
    abort.abort(reason)
    await expect(reading).rejects.toBe(reason)
    await server.deserted()
  })

  it('ends while it connects, and the connection is gone', async () => {
    const abort = new AbortController()
    const server = await bareServer(() => abort.abort(reason))
    const fetching = openedFetch()(`https://127.0.0.1:${server.port}/`, { signal: abort.signal })
    await expect(fetching).rejects.toBe(reason)
    await server.closed[0]
  })

  it('ends while the name is looked up, and nobody is connected to', async () => {
    const abort = new AbortController()
    const server = await localServer()
    const found = Promise.withResolvers<readonly { address: string; family: number }[]>()
    const fetch = openedFetch({ lookup: () => found.promise })
    const fetching = fetch(`http://slow.test:${server.port}/`, { signal: abort.signal })
    setImmediate(() => abort.abort(reason))
    await expect(fetching).rejects.toBe(reason)
    found.resolve([{ address: '127.0.0.1', family: 4 }])
    await (await openedFetch()(server.url)).text()
    expect(server.connections).toBe(1)
  })

  it('does not touch those that go on to the same place', async () => {
    const abort = new AbortController()
    const server = await localServer((response, { path }) => {
      if (path === '/slow') abort.abort(reason)
      else response.end('Hello.')
    })
    const fetch = openedFetch()
    const aborted = fetch(`${server.url}/slow`, { signal: abort.signal }).catch((error: unknown) => error)
    const others = await Promise.all([1, 2, 3].map(async () => (await fetch(server.url)).text()))
    expect(await aborted).toBe(reason)
    expect([...others, await (await fetch(server.url)).text()]).toEqual(['Hello.', 'Hello.', 'Hello.', 'Hello.'])
  })

  it('does not spoil the next one to the same place, which is still being connected to', async () => {
    const abort = new AbortController()
    let isFirst = true
    const server = await bareServer((socket) => {
      if (isFirst) abort.abort(reason)
      else socket.destroy()
      isFirst = false
    })
    const fetch = openedFetch()
    const url = `https://127.0.0.1:${server.port}/`
    const aborted = fetch(url, { signal: abort.signal }).catch((error: unknown) => error)
    expect(await aborted).toBe(reason)
    await expect(fetch(url)).rejects.toMatchObject({ details: { reason: 'ECONNRESET' } })
    expect(server.closed.length).toBe(2)
  })

  it('leaves nothing at the signal when it is over', async () => {
    const server = await localServer()
    const { signal } = new AbortController()
    const fetch = openedFetch()
    await (await fetch(server.url, { signal })).text()
    await fetch(server.url, { signal, method: 'HEAD' })
    await fetch(`${server.url}/`, { signal, contentTypes: ['image/png'] }).catch(() => {})
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  it('is one whose body is cancelled: the connection is gone', async () => {
    const server = await localServer(trickling)
    const response = await openedFetch()(server.url)
    await response.body?.cancel()
    await server.deserted()
    expect(server.connections).toBe(1)
  })
})

describe('a fetch that is closed', () => {
  it('ends its connections', async () => {
    const server = await localServer()
    const fetch = openedFetch()
    await (await fetch(server.url)).text()
    expect(server.open).toBe(1)
    await fetch.close()
    await server.deserted()
  })

  it('fails what is on its way, and whatever comes later', async () => {
    const closing = Promise.withResolvers<void>()
    const server = await localServer(() => closing.resolve())
    const fetch = openedFetch()
    const fetching = fetch(server.url).catch((error: unknown) => error)
    await closing.promise
    await fetch.close()
    expect(await fetching).toMatchObject({ code: 'fetch-failed', message: 'The fetch was closed meanwhile.' })
    await expect(fetch(server.url)).rejects.toMatchObject({ code: 'fetch-failed', message: 'The fetch is closed.' })
    await server.deserted()
  })

  it('ends what is being connected to', async () => {
    const connected = Promise.withResolvers<void>()
    const server = await bareServer(() => connected.resolve())
    const fetch = openedFetch()
    const fetching = fetch(`https://127.0.0.1:${server.port}/`).catch((error: unknown) => error)
    await connected.promise
    await fetch.close()
    expect(await fetching).toMatchObject({ code: 'fetch-failed' })
    await server.closed[0]
  })

  it('may be closed twice, or without having been used', async () => {
    const fetch = openedFetch()
    await fetch.close()
    await expect(fetch.close()).resolves.toBeUndefined()
  })
})

describe('a fetch that fails', () => {
  it.each<readonly [string, string, (socket: Socket) => void]>([
    ['`127.0.0.1` broke the connection off (UND_ERR_SOCKET).', 'at once', (socket) => socket.end()],
    ['`127.0.0.1` broke the connection off (ECONNRESET).', 'by a reset', (socket) => socket.resetAndDestroy()],
    [
      '`127.0.0.1` does not speak HTTP as it should (HPE_INVALID).',
      'by another protocol',
      (socket) => socket.end('220 mail.test ESMTP\r\n'),
    ],
    [
      '`127.0.0.1` sent too many headers (UND_ERR_HEADERS_OVERFLOW).',
      'by headers without end',
      (socket) => socket.write(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(100_000)}\r\n`),
    ],
  ])('says why: %s', async (message, _how, connected) => {
    const server = await bareServer(connected)
    await expect(openedFetch()(server.url)).rejects.toMatchObject({ code: 'fetch-failed', message })
  })

  it('says that nobody listens, and does not tell the address of a name', async () => {
    const { lookup } = await nameServer({ 'down.test': ['127.0.0.1'] })
    const failure = await openedFetch({ lookup })(`http://down.test:${await freePort()}/`).catch(
      (error: unknown) => error,
    )
    expect(failure).toMatchObject({
      code: 'fetch-failed',
      message: '`down.test` refused the connection (ECONNREFUSED).',
      details: { host: 'down.test', reason: 'ECONNREFUSED' },
    })
  })

  it('says that a name has no address', async () => {
    const { lookup } = await nameServer({})
    await expect(openedFetch({ lookup })('http://unknown.test/')).rejects.toMatchObject({
      code: 'fetch-failed',
      message: '`unknown.test` has no address (ENOTFOUND).',
    })
    await expect(openedFetch({ lookup: async () => [] })('http://empty.test/')).rejects.toMatchObject({
      message: '`empty.test` has no address (ENOTFOUND).',
    })
  })

  it.each([
    ['', 'broke the connection off (UND_ERR_SOCKET)'],
    ['content-encoding: gzip', 'sent a body that cannot be unpacked (Z_DATA_ERROR)'],
    ['content-encoding: br', 'sent a body that cannot be unpacked (ERR__ERROR_FORMAT_PADDING_1)'],
    ['content-encoding: zstd', 'sent a body that cannot be unpacked (ZSTD_error_prefix_unknown)'],
  ])('says it of a body that is not what it says: %j', async (header, words) => {
    const head = ['HTTP/1.1 200 OK', `content-length: ${header === '' ? 20 : 15}`, header].filter((line) => line !== '')
    const server = await bareServer((socket) => {
      socket.once('data', () => socket.end(`${head.join('\r\n')}\r\n\r\n123456789012345`))
    })
    const response = await openedFetch()(server.url)
    await expect(response.text()).rejects.toMatchObject({
      code: 'fetch-failed',
      message: `\`127.0.0.1\` ${words}.`,
    })
  })

  it('takes as much of a packed body as there is', async () => {
    const packed = gzipSync('Hello, world.')
    const server = await localServer((response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed.subarray(0, packed.length - 8))
    })
    expect(await (await openedFetch()(server.url)).text()).toBe('Hello, world.')
  })

  it('says it of a status that there is not', async () => {
    const server = await bareServer((socket) => socket.once('data', () => socket.end('HTTP/1.1 999 No\r\n\r\n')))
    await expect(openedFetch()(server.url)).rejects.toMatchObject({ code: 'fetch-failed' })
  })

  it.each([
    ['other.test', 'has a certificate for another name (ERR_TLS_CERT_ALTNAME_INVALID)', true],
    ['public.test', 'has a certificate that nobody known has signed (DEPTH_ZERO_SELF_SIGNED_CERT)', false],
  ])('says it of a certificate for %s: %s', async (name, words, isTrusted) => {
    const certificate = certificateFor(name)
    const secure = await localServer(undefined, isTrusted ? trusted(certificate) : certificate)
    const { lookup } = await nameServer({ 'public.test': ['93.184.216.34'] })
    const { fetch } = publicNetwork({ elsewhere: secure }, { lookup })
    await expect(fetch('https://public.test/')).rejects.toMatchObject({
      code: 'fetch-failed',
      message: `\`public.test\` ${words}.`,
    })
    expect(secure.requests).toEqual([])
  })

  it('says that a server speaks no TLS', async () => {
    const server = await localServer()
    await expect(openedFetch()(`https://127.0.0.1:${server.port}/`)).rejects.toThrow('does not speak TLS as it should')
  })
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
