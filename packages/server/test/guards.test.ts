import { scriptedModel } from '@gyre/core/testing'
import { memoryStore } from '@gyre/stores/memory'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { LogEntry } from '../src/http/gate.ts'
import { opened, sendRaw } from './support/raw-request.ts'
import { type TestServer, testServer } from './support/test-server.ts'

let server: TestServer
let logged: LogEntry[]

beforeEach(async () => {
  logged = []
  server = await testServer({
    model: scriptedModel(),
    server: { allowedOrigins: ['https://chat.example.com'], log: (entry) => logged.push(entry) },
  })
})

afterEach(() => server.close())

async function cookieOf(link: string): Promise<string> {
  const response = await fetch(link, { redirect: 'manual' })
  expect(response.status).toBe(303)
  return (response.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
}

describe('every answer', () => {
  it.each(['/v1/models', '/v1/nothing', '/login', '/nothing'])(
    'has the headers that keep a browser safe: %s',
    async (path) => {
      const { headers } = await server.request(path)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('x-frame-options')).toBe('DENY')
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
      expect(headers.get('content-security-policy')).not.toContain('unsafe')
      expect(headers.get('x-request-id')).toMatch(/^req_[0-9a-f]{24}$/)
    },
  )

  it("has the client's own id when it is plain", async () => {
    const idFor = async (id: string) =>
      (await server.request('/v1/models', { headers: { 'x-request-id': id } })).headers.get('x-request-id')
    expect(await idFor('trace-42.a')).toBe('trace-42.a')
    expect(await idFor('two words')).toMatch(/^req_/)
    expect(await idFor('x'.repeat(65))).toMatch(/^req_/)
  })
})

describe('pages elsewhere', () => {
  const preflight = (origin: string) =>
    fetch(`${server.url}/v1/chat/completions`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization, x-stainless-os, cookie',
      },
    })

  it('may call from an allowed origin, with a key and without cookies', async () => {
    const { status, headers } = await preflight('https://chat.example.com')
    expect(status).toBe(204)
    expect(headers.get('access-control-allow-origin')).toBe('https://chat.example.com')
    expect(headers.get('access-control-allow-headers')).toBe('authorization, x-stainless-os')
    expect(headers.get('access-control-allow-credentials')).toBeNull()
    expect(headers.get('vary')).toContain('origin')
    const answer = await server.request('/v1/models', { headers: { origin: 'https://chat.example.com' } })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('access-control-allow-origin')).toBe('https://chat.example.com')
  })

  it('may not call from any other', async () => {
    const { status, headers } = await preflight('https://chat.example.com.evil.com')
    expect(status).toBe(403)
    expect(headers.get('access-control-allow-origin')).toBeNull()
  })
})

describe('a browser', () => {
  it('is logged in by a link, once, and out again', async () => {
    const link = await server.loginLink()
    const response = await fetch(link, { redirect: 'manual' })
    expect(response.headers.get('location')).toBe('/')
    expect(response.headers.get('set-cookie')).toMatch(
      /^gyre_session_\d+=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict$/,
    )
    expect((await fetch(link, { redirect: 'manual' })).status).toBe(401)
    const audit = await server.store.auditLog.list({})
    expect(audit.map(({ actor, action }) => [actor, action])).toEqual([['browser', 'browser.logged-in']])
  })

  it('keeps its cookie from plain http behind a proxy that speaks https', async () => {
    const headers = { 'x-forwarded-proto': 'https' }
    const response = await fetch(await server.loginLink(), { redirect: 'manual', headers })
    const cookie = response.headers.get('set-cookie') ?? ''
    expect(cookie).toMatch(/^__Host-gyre_session_\d+=.*; Secure/)
    const asked = { headers: { ...headers, cookie: cookie.split(';')[0] ?? '' } }
    expect((await fetch(`${server.url}/v1/models`, asked)).status).toBe(200)
  })

  it('keeps the logins of two servers on one machine apart', async () => {
    const other = await testServer({ model: scriptedModel() })
    const cookies = [await cookieOf(await server.loginLink()), await cookieOf(await other.loginLink())]
    const names = cookies.map((cookie) => cookie.split('=')[0])
    expect(names).toEqual([server, other].map(({ url }) => `gyre_session_${new URL(url).port}`))
    const headers = { cookie: cookies.join('; ') }
    const statuses = [server, other].map(async ({ url }) => (await fetch(`${url}/v1/models`, { headers })).status)
    expect(await Promise.all(statuses)).toEqual([200, 200])
    await other.close()
  })

  it('does not use a link up by looking ahead', async () => {
    const link = await server.loginLink()
    expect((await fetch(link, { method: 'HEAD', redirect: 'manual' })).status).toBe(401)
    expect((await fetch(link, { headers: { 'sec-purpose': 'prefetch' }, redirect: 'manual' })).status).toBe(401)
    expect((await fetch(link, { redirect: 'manual' })).status).toBe(303)
  })

  it('reads with its cookie alone, until it has logged out', async () => {
    const cookie = await cookieOf(await server.loginLink())
    const models = () => fetch(`${server.url}/v1/models`, { headers: { cookie } })
    expect((await models()).status).toBe(200)
    const { csrfTokenOf } = await import('../src/auth/browser-sessions.ts')
    const headers = { cookie, 'x-gyre-csrf': csrfTokenOf(cookie.split('=')[1] ?? ''), origin: server.url }
    const out = await fetch(`${server.url}/logout`, { method: 'POST', headers })
    expect(out.status).toBe(204)
    expect(out.headers.get('set-cookie')).toContain('Max-Age=0')
    expect((await models()).status).toBe(401)
  })

  it('with a key and a cookie is who the key says', async () => {
    const cookie = await cookieOf(await server.loginLink())
    const headers = { cookie, authorization: `Bearer ${server.key}x` }
    expect((await fetch(`${server.url}/v1/models`, { headers })).status).toBe(401)
  })
})

describe('a server that asks for no key', () => {
  it('serves who is at the machine, and no page of another site', async () => {
    const open = await testServer({ model: scriptedModel(), server: { isOpen: true } })
    const statusWith = async (...lines: readonly string[]) => {
      const head = ['GET /v1/models HTTP/1.1', `Host: ${new URL(open.url).host}`, 'Connection: close', ...lines]
      return (await sendRaw(open.url, `${head.join('\r\n')}\r\n\r\n`)).status
    }
    expect(await statusWith()).toBe(200)
    expect(await statusWith(`Origin: ${open.url}`, 'Sec-Fetch-Site: same-origin')).toBe(200)
    expect(await statusWith('Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: navigate')).toBe(200)
    expect(await statusWith('Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: no-cors')).toBe(403)
    expect(await statusWith('Sec-Fetch-Site: same-site', 'Sec-Fetch-Mode: cors')).toBe(403)
    expect(await statusWith('Origin: https://evil.com')).toBe(403)
    await open.close()
  })
})

describe('the request log', () => {
  it('tells of each request, and of nothing that was said in it', async () => {
    const link = await server.loginLink()
    await fetch(link, { redirect: 'manual' })
    await server.request(`/v1/models?prompt=private&key=${server.key}`, {
      headers: { cookie: 'gyre_session_1=secret' },
    })
    await server.request(`/v1/${server.key}`, { json: { messages: 'private' } })
    await expect.poll(() => logged.length).toBe(3)
    expect(logged.map(({ method, path, status, level, caller }) => [method, path, status, level, caller])).toEqual([
      ['GET', '/login', 303, 'info', 'browser'],
      ['GET', '/v1/models', 401, 'warn', null],
      ['POST', '/v1/[redacted]', 404, 'warn', 'key:test'],
    ])
    const text = JSON.stringify(logged)
    for (const secret of ['private', 'secret', server.key.slice(18), link.slice(-43)])
      expect(text).not.toContain(secret)
    expect(logged[0]).toMatchObject({
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      message: 'GET /login 303',
      requestId: expect.stringMatching(/^req_/),
      ms: expect.any(Number),
      bytes: expect.any(Number),
    })
  })

  it('tells of a client that went away as its own fault', async () => {
    const head = `POST /v1/chat/completions HTTP/1.1\r\nHost: ${new URL(server.url).host}\r\nAuthorization: Bearer ${server.key}`
    const socket = await opened(server.url)
    socket.write(`${head}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{`, () =>
      setImmediate(() => socket.destroy()),
    )
    await expect.poll(() => logged.length).toBe(1)
    expect(logged[0]).toMatchObject({ status: 400, level: 'warn' })
  })

  it('holds no line that a client made', async () => {
    await server.request('/v1/a%0d%0ab%1b[31m')
    await expect.poll(() => logged.length).toBe(1)
    expect(logged[0]?.path).toBe('/v1/a%0d%0ab%1b[31m')
  })
})

describe('limits', () => {
  it('refuse a caller who comes too often, and nobody else', async () => {
    const limited = await testServer({
      model: scriptedModel(),
      server: { rates: { perCaller: 2, failuresPerAddress: 9 } },
    })
    const other = await limited.keyFor()
    const statuses = []
    for (let request = 0; request < 3; request += 1) statuses.push((await limited.request('/v1/models')).status)
    expect(statuses).toEqual([200, 200, 429])
    const refused = await limited.request('/v1/models')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    const headers = { authorization: `Bearer ${other}` }
    expect((await limited.request('/v1/models', { headers })).status).toBe(200)
    await limited.close()
  })

  it('refuse an address that fails too often to be let in, but not who has a key there', async () => {
    const limited = await testServer({
      model: scriptedModel(),
      server: { rates: { perCaller: 9, failuresPerAddress: 2 } },
    })
    const statuses = []
    for (const path of ['/v1/models', '/login?token=x', '/v1/models', '/login?token=x']) {
      statuses.push((await fetch(`${limited.url}${path}`)).status)
    }
    expect(statuses).toEqual([401, 401, 429, 429])
    expect((await limited.request('/v1/models')).status).toBe(200)
    await limited.close()
  })
})

describe('a server', () => {
  it('does not listen where others reach it without a key', async () => {
    const place = {
      version: '0',
      store: memoryStore(),
      tenant: () => Promise.reject(),
      redacted: (text: string) => text,
    }
    const { serve } = await import('../src/serve.ts')
    await expect(serve(place, { host: '0.0.0.0', port: 0 })).rejects.toMatchObject({ code: 'bind-refused' })
    await expect(serve(place, { host: '0.0.0.0', port: 0, isOpen: true })).rejects.toMatchObject({
      code: 'bind-refused',
    })
  })

  it('says that its port is taken', async () => {
    const port = Number(new URL(server.url).port)
    await expect(testServer({ model: scriptedModel(), server: { port } })).rejects.toMatchObject({ code: 'port-taken' })
  })

  it('answers to its own names, in any case, and to those it is given', async () => {
    const named = await testServer({
      model: scriptedModel(),
      server: { allowedHosts: ['gyre.example.com', 'box:8443'] },
    })
    const { port } = new URL(named.url)
    const statusFor = async (host: string) => {
      const head = `GET /v1/models HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${named.key}\r\nConnection: close\r\n\r\n`
      return (await sendRaw(named.url, head)).status
    }
    for (const host of [`localhost:${port}`, `LocalHost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`]) {
      expect(await statusFor(host)).toBe(200)
    }
    for (const host of ['gyre.example.com', 'gyre.example.com:443', 'GYRE.example.com', 'box:8443']) {
      expect(await statusFor(host)).toBe(200)
    }
    expect(await statusFor('box')).toBe(421)
    await named.close()
  })
})
