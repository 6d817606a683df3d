import { memoryStore } from '@gyre/stores/memory'
import { describe, expect, it } from 'vitest'
import { createApp } from '../src/app.ts'
import { ApiKeys } from '../src/auth/api-keys.ts'
import { BrowserSessions } from '../src/auth/browser-sessions.ts'
import { LoginLinks } from '../src/auth/login-links.ts'
import type { Service } from '../src/http/app-env.ts'
import { OpenStreams } from '../src/http/open-streams.ts'
import { RateLimit } from '../src/http/rate-limit.ts'
import { Metrics } from '../src/observe/metrics.ts'

/** What anybody may ask for: it is the same for all, or it is how one is let in. */
const open = [
  'GET /',
  'GET /gyre.css',
  'GET /login',
  'GET /health',
  'GET /ready',
  'GET /api/v1/openapi.json',
  'GET /api/v1/docs',
  'GET /api/v1/docs.css',
]

function service(): Service {
  const store = memoryStore()
  const now = () => Date.now()
  const { keyValue } = store
  const plenty = new RateLimit(100_000)
  return {
    place: {
      version: '0.0.0',
      store,
      tenant: () => Promise.reject(new Error('Nobody was let in.')),
      redacted: (text) => text,
    },
    keys: new ApiKeys({ catalog: store.catalog, now }),
    isOpen: false,
    mount: undefined,
    onDisconnect: 'abort',
    keepAliveMs: 1000,
    streams: new OpenStreams({ perCaller: 1, total: 1 }),
    metrics: new Metrics(),
    pages: undefined,
    gate: {
      links: new LoginLinks({ keyValue, now }),
      browsers: new BrowserSessions({ keyValue, now }),
      rates: { callers: plenty, failures: plenty },
      allowedHosts: [],
      allowedOrigins: [],
      bodyLimitBytes: 1000,
      log: undefined,
    },
    isStopping: false,
    now,
  }
}

describe('a server', () => {
  const app = createApp(service())
  const routes = app.routes
    .filter(({ method, path }) => method !== 'ALL' && !path.includes('*'))
    .map(({ method, path }) => `${method} ${path}`)
  const closed = [...new Set(routes)].filter((route) => !open.includes(route))

  it('has many routes', () => expect(closed.length).toBeGreaterThan(50))

  it.each(closed)('asks for a key at %s', async (route) => {
    const [method = '', path = ''] = route.split(' ')
    const filled = path.replaceAll(/:\w+(?:\{[^}]*\})?/g, 'x')
    expect((await app.request(filled, { method })).status).toBe(401)
  })
})
