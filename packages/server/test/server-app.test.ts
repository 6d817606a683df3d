/** The application inside programs that have a server already, as they are: Hono on Node, Express, plain functions. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { loops, Runtime } from '@gyre/core'
import { modelOf, says } from '@gyre/core/testing'
import { memoryStore } from '@gyre/stores/memory'
import { getRequestListener } from '@hono/node-server'
import express from 'express'
import { Hono } from 'hono'
import OpenAI from 'openai'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ApiKeys } from '../src/auth/api-keys.ts'
import { gyreClient } from '../src/client/gyre-client.ts'
import { placeOf } from '../src/runtime-place.ts'
import { type ServerApp, type ServerAppOptions, serverApp } from '../src/server-app.ts'
import { sendRaw } from './support/raw-request.ts'

let runtime: Runtime
let key: string
let server: Server | undefined

beforeEach(async () => {
  const model = modelOf(() => says('A widening spiral.'))
  runtime = new Runtime({ store: memoryStore(), model, models: [model], loops })
  const keys = new ApiKeys({ catalog: runtime.store.catalog, now: Date.now })
  key = (await keys.add({ name: 'test', role: 'admin' })).key
})

afterEach(async () => {
  await runtime.close({ graceMs: 0 })
  server?.closeAllConnections()
  server?.close()
  server = undefined
})

const gyreApp = (options: Partial<ServerAppOptions> = {}) =>
  serverApp(placeOf(runtime), { prefix: '/gyre', ...options })

async function listening(made: Server): Promise<string> {
  server = made
  await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(made.address() as AddressInfo).port}`
}

/** The requests and responses of this process are those of other tests, too. */
const listenerOf = (app: Hono) => getRequestListener(app.fetch, { overrideGlobalObjects: false })

/** A program that has a page of its own and the application under `/gyre`. */
const programs: Readonly<Record<string, (gyre: ServerApp) => Promise<string>>> = {
  hono: (gyre) => {
    const app = new Hono().get('/', (context) => context.text('my page'))
    app.mount('/gyre', gyre.fetch)
    return listening(createServer(listenerOf(app)))
  },
  'hono that hands requests on as they are': (gyre) => {
    const app = new Hono().get('/', (context) => context.text('my page'))
    app.all('/gyre/*', (context) => gyre.fetch(context.req.raw, context.env as object))
    return listening(createServer(listenerOf(app)))
  },
  express: (gyre) => {
    const app = express()
    app.get('/', (_, response) => void response.send('my page'))
    app.use('/gyre', gyre.listener)
    app.use(express.json())
    return listening(createServer(app))
  },
}

const asKey = () => ({ authorization: `Bearer ${key}` })

describe.each(Object.keys(programs))('under a path of %s', (name) => {
  const started = (options: Partial<ServerAppOptions> = {}) => programs[name]!(gyreApp(options))

  it('leaves the rest to the program', async () => {
    const url = await started()
    expect(await (await fetch(url)).text()).toBe('my page')
    expect((await fetch(`${url}/v1/models`, { headers: asKey() })).status).toBe(404)
  })

  it('answers a client of the OpenAI API, whole and as a stream', async () => {
    const url = await started()
    const client = new OpenAI({ baseURL: `${url}/gyre/v1`, apiKey: key, maxRetries: 0 })
    const asked = { model: 'direct', messages: [{ role: 'user' as const, content: 'What is a gyre?' }] }
    const whole = await client.chat.completions.create(asked)
    expect(whole.choices[0]?.message.content).toBe('A widening spiral.')
    let streamed = ''
    for await (const chunk of await client.chat.completions.create({ ...asked, stream: true })) {
      streamed += chunk.choices[0]?.delta.content ?? ''
    }
    expect(streamed).toBe('A widening spiral.')
  })

  it('lets nobody in without a key', async () => {
    const url = await started()
    const response = await fetch(`${url}/gyre/v1/models`)
    expect(response.status).toBe(401)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('leads to what was made by the address that clients know', async () => {
    const url = await started()
    const client = gyreClient(`${url}/gyre`, { key })
    const begun = await client.sessions.$post({ json: { loop: 'direct', goal: 'Hello' } })
    const location = begun.headers.get('location') ?? ''
    expect(location).toMatch(/^\/gyre\/api\/v1\/sessions\/ses_/)
    expect((await fetch(`${url}${location}`, { headers: asKey() })).status).toBe(200)
    const document = (await (await fetch(`${url}/gyre/api/v1/openapi.json`)).json()) as { servers: unknown }
    expect(document.servers).toEqual([{ url: '/gyre/api/v1' }])
  })

  it('answers to its own name and to allowed ones, and to no other', async () => {
    const url = await started({ allowedHosts: ['app.example.com'] })
    const { port } = new URL(url)
    const statusFor = async (host: string) => {
      const head = `GET /gyre/v1/models HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${key}\r\nConnection: close\r\n\r\n`
      return (await sendRaw(url, head)).status
    }
    expect(await statusFor(`127.0.0.1:${port}`)).toBe(200)
    expect(await statusFor('app.example.com')).toBe(200)
    expect(await statusFor('evil.example')).toBe(421)
    expect(await statusFor(`evil.example:${port}`)).toBe(421)
  })

  it('refuses pages of other origins', async () => {
    const url = await started({ allowedOrigins: ['https://chat.example.com'] })
    const from = (origin: string) => fetch(`${url}/gyre/v1/models`, { headers: { ...asKey(), origin } })
    expect((await from('https://evil.example')).status).toBe(403)
    expect((await from('https://chat.example.com')).status).toBe(200)
    expect((await from(url)).status).toBe(200)
  })

  it('has no pages and no logins of its own', async () => {
    const url = await started()
    expect((await fetch(`${url}/gyre/`)).status).toBe(404)
    expect((await fetch(`${url}/gyre/login?token=x`)).status).toBe(404)
    const link = await fetch(`${url}/gyre/api/v1/login-links`, { method: 'POST', headers: asKey() })
    expect([link.status, ((await link.json()) as { error: { code: string } }).error.code]).toEqual([
      404,
      'route-unknown',
    ])
  })

  it('begins nothing new once it is stopped', async () => {
    const gyre = gyreApp()
    const url = await programs[name]!(gyre)
    gyre.stop()
    expect((await fetch(`${url}/gyre/v1/models`, { headers: asKey() })).status).toBe(503)
    expect(await (await fetch(url)).text()).toBe('my page')
  })
})

describe('users of the program', () => {
  const identify: NonNullable<ServerAppOptions['identify']> = ({ headers }) => {
    const owner = /(?:^|; )user=(\w+)/.exec(headers.get('cookie') ?? '')?.[1]
    return owner === undefined ? undefined : { owner }
  }

  const started = () => programs['hono']!(gyreApp({ identify, allowedOrigins: ['https://chat.example.com'] }))
  const sessionsOf = async (url: string, headers: Record<string, string>) => {
    const response = await fetch(`${url}/gyre/api/v1/sessions`, { headers })
    return response.status === 200
      ? ((await response.json()) as { sessions: unknown[] }).sessions.length
      : response.status
  }

  it('are let in as the owner that it says, and see their own sessions alone', async () => {
    const url = await started()
    const begun = await fetch(`${url}/gyre/api/v1/sessions`, {
      method: 'POST',
      headers: {
        cookie: 'user=anna',
        'content-type': 'application/json',
        origin: url,
        'sec-fetch-site': 'same-origin',
      },
      body: JSON.stringify({ loop: 'direct', goal: 'Hello' }),
    })
    expect(begun.status).toBe(201)
    expect(await sessionsOf(url, { cookie: 'user=anna' })).toBe(1)
    expect(await sessionsOf(url, { cookie: 'user=ben' })).toBe(0)
    expect(await sessionsOf(url, asKey())).toBe(0)
  })

  it('are users, who administer nothing', async () => {
    const url = await started()
    const me = (await (await fetch(`${url}/gyre/api/v1/me`, { headers: { cookie: 'user=anna' } })).json()) as object
    expect(me).toMatchObject({ owner: 'anna', role: 'user', name: 'app:anna' })
    expect((await fetch(`${url}/gyre/api/v1/keys`, { headers: { cookie: 'user=local' } })).status).toBe(403)
  })

  it('are asked for a key where it knows nobody', async () => {
    const url = await started()
    expect(await sessionsOf(url, { cookie: 'other=1' })).toBe(401)
    expect(await sessionsOf(url, { cookie: 'other=1', ...asKey() })).toBe(0)
  })

  it('are not used by pages of other sites, also not those of allowed origins', async () => {
    const url = await started()
    const from = (site: string, origin?: string) =>
      sessionsOf(url, { cookie: 'user=anna', 'sec-fetch-site': site, ...(origin && { origin }) })
    expect(await from('same-origin')).toBe(0)
    expect(await from('cross-site')).toBe(403)
    expect(await from('same-site')).toBe(403)
    expect(await from('cross-site', 'https://chat.example.com')).toBe(403)
    expect(await from('none', 'https://evil.example')).toBe(403)
  })

  it('are known by what the program noted on the request, behind Express', async () => {
    const app = express()
    app.use((request, _, next) => {
      Object.assign(request, { user: { id: 'carla' } })
      next()
    })
    const known: NonNullable<ServerAppOptions['identify']> = (_, { incoming }) => ({
      owner: (incoming as unknown as { user: { id: string } }).user.id,
    })
    app.use('/gyre', gyreApp({ identify: known }).listener)
    const url = await listening(createServer(app))
    expect(await (await fetch(`${url}/gyre/api/v1/me`)).json()).toMatchObject({ owner: 'carla' })
  })
})

describe('behind whatever speaks requests and responses', () => {
  it('answers to names of this machine and to allowed ones', async () => {
    const { fetch: ask } = gyreApp({ allowedHosts: ['app.example.com'] })
    const statusFor = async (url: string) =>
      (await ask(new Request(`${url}/gyre/v1/models`, { headers: asKey() }))).status
    expect(await statusFor('http://localhost:3000')).toBe(200)
    expect(await statusFor('https://app.example.com')).toBe(200)
    expect(await statusFor('https://evil.example')).toBe(421)
  })

  it('is under a path, or under none', async () => {
    const statusAt = async (prefix: string, path: string) => {
      const request = new Request(`http://localhost${path}`, { headers: asKey() })
      return (await gyreApp({ prefix }).fetch(request)).status
    }
    expect(await statusAt('/gyre/', '/gyre/v1/models')).toBe(200)
    expect(await statusAt('', '/v1/models')).toBe(200)
    expect(await statusAt('/gyre', '/gyres/v1/models')).toBe(404)
    expect(() => gyreApp({ prefix: 'gyre' })).toThrow(expect.objectContaining({ code: 'argument-invalid' }))
  })

  it('takes a body that came over no wire', async () => {
    const { fetch: ask } = gyreApp()
    const headers = { ...asKey(), 'content-type': 'application/json' }
    const body = JSON.stringify({ loop: 'direct', goal: 'Hello' })
    const request = new Request('http://localhost/gyre/api/v1/sessions', { method: 'POST', headers, body })
    expect((await ask(request)).status).toBe(201)
  })

  it('says so when the program has read the body before', async () => {
    const app = express()
    app.use(express.json())
    app.use('/gyre', gyreApp().listener)
    const url = await listening(createServer(app))
    const response = await fetch(`${url}/gyre/api/v1/sessions`, {
      method: 'POST',
      headers: { ...asKey(), 'content-type': 'application/json' },
      body: JSON.stringify({ loop: 'direct', goal: 'Hello' }),
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      error: { code: 'request-invalid', message: expect.stringContaining('read before') },
    })
  })
})
