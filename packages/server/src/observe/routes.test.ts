import type { Store } from '@gyre/core'
import { memoryStore } from '@gyre/stores/memory'
import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { readPrometheus } from '../../test/support/prometheus-text.ts'
import { ApiKeys } from '../auth/api-keys.ts'
import { BrowserSessions } from '../auth/browser-sessions.ts'
import { LoginLinks } from '../auth/login-links.ts'
import type { AppEnv, Service } from '../http/app-env.ts'
import { errorResponse } from '../http/errors.ts'
import { OpenStreams } from '../http/open-streams.ts'
import { RateLimit } from '../http/rate-limit.ts'
import type { Place, Tenant } from '../place.ts'
import { httpMetrics } from './http-metrics.ts'
import { Metrics } from './metrics.ts'
import { observeRoutes } from './routes.ts'

const now = () => Date.now()

/** The routes, and one more to be counted. */
function application({
  store = memoryStore() as Store,
  isOpen = false,
  isStopping = false,
  perMinute = 100,
  fleet = undefined as Place['fleet'],
} = {}) {
  const { keyValue, catalog } = store
  const keys = new ApiKeys({ catalog, now })
  const metrics = new Metrics()
  const service: Service = {
    place: {
      version: '1.2.3',
      store,
      tenant: async (owner) => ({ owner }) as Tenant,
      redacted: (text) => text,
      ...(fleet && { fleet }),
    },
    keys,
    isOpen,
    mount: undefined,
    onDisconnect: 'abort',
    keepAliveMs: 1000,
    streams: new OpenStreams({ perCaller: 9, total: 9 }),
    gate: {
      links: new LoginLinks({ keyValue, now }),
      browsers: new BrowserSessions({ keyValue, now }),
      rates: { callers: new RateLimit(perMinute), failures: new RateLimit(perMinute) },
      allowedHosts: [],
      allowedOrigins: [],
      bodyLimitBytes: 1000,
      log: undefined,
    },
    isStopping,
    metrics,
    pages: undefined,
    now,
  }
  const app = new Hono<AppEnv>()
  app.onError((error, context) => errorResponse(context, error))
  app.use(httpMetrics(metrics, now))
  app.route('/', observeRoutes(service, metrics))
  app.get('/sessions/:id', (context) => context.text('one'))
  const bearer = async (role: 'admin' | 'user') => {
    const { key } = await keys.add({ name: role, role })
    return { headers: { authorization: `Bearer ${key}` } }
  }
  return { app, service, bearer }
}

/** Samples of a name as `labels: value`. */
async function samplesOf(response: Response, name: string): Promise<Record<string, number>> {
  const samples = readPrometheus(await response.text()).get(name)?.samples ?? []
  return Object.fromEntries(samples.map(({ labels, value }) => [Object.values(labels).join(' '), value]))
}

describe('the routes for who watches over a server', () => {
  it('say that it is alive, to everybody', async () => {
    const response = await application().app.request('/health')
    expect([response.status, await response.json()]).toEqual([200, { status: 'alive' }])
  })

  it('say that it is ready while the store answers', async () => {
    const response = await application().app.request('/ready')
    expect([response.status, await response.json()]).toEqual([200, { status: 'ready' }])
  })

  it('say that it is not ready while it stops', async () => {
    const response = await application({ isStopping: true }).app.request('/ready')
    expect([response.status, await response.json()]).toEqual([503, { status: 'not-ready', why: 'server-stopping' }])
  })

  it('say that it is not ready when the store fails, and tell nothing of how', async () => {
    const store = memoryStore()
    store.sessions.get = () => Promise.reject(new Error('password wrong for admin'))
    const response = await application({ store }).app.request('/ready')
    expect([response.status, await response.json()]).toEqual([503, { status: 'not-ready', why: 'store-failed' }])
  })

  it('say that it is alive and not ready when the store never answers', async () => {
    const store = memoryStore()
    store.sessions.get = () => new Promise(() => {})
    const { app } = application({ store })
    expect((await app.request('/ready')).status).toBe(503)
    expect((await app.request('/health')).status).toBe(200)
  })

  it('show metrics to who has a key with the role admin alone', async () => {
    const { app, bearer } = application()
    const statuses = [
      (await app.request('/metrics')).status,
      (await app.request('/metrics', await bearer('user'))).status,
      (await app.request('/metrics', await bearer('admin'))).status,
    ]
    expect(statuses).toEqual([401, 403, 200])
  })

  it('show metrics to everybody where nobody is asked for a key', async () => {
    const response = await application({ isOpen: true }).app.request('/metrics')
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    const families = readPrometheus(await response.text())
    expect(families.get('gyre_build_info')?.samples[0]?.labels).toEqual({ version: '1.2.3' })
    expect(families.get('gyre_process_memory_bytes')?.samples.map(({ labels }) => labels['of'])).toEqual([
      'process',
      'heap',
      'external',
    ])
    expect(families.get('gyre_event_loop_lag_seconds')?.samples).toHaveLength(3)
  })

  it('count requests by the route that answered, and refused ones, too', async () => {
    const { app } = application({ isOpen: true })
    for (const path of ['/sessions/1', '/sessions/2', '/nowhere/1', '/nowhere/2']) await app.request(path)
    await app.request('/sessions/3', { method: 'BREW' })
    expect(await samplesOf(await app.request('/metrics'), 'gyre_http_requests_total')).toEqual({
      '/sessions/:id GET 200': 2,
      '/* GET 404': 2,
      '/* other 404': 1,
    })
  })

  it('count who came too often, and open streams', async () => {
    const { app, service, bearer } = application({ perMinute: 2 })
    for (let n = 0; n < 4; n++) await app.request('/metrics')
    service.streams.open('somebody')
    const response = await app.request('/metrics', await bearer('admin'))
    const families = readPrometheus(await response.text())
    expect(families.get('gyre_http_rate_limited_total')?.samples[0]?.value).toBe(2)
    expect(families.get('gyre_open_streams')?.samples[0]?.value).toBe(1)
  })

  it('tell how a fleet of workers stands, whoever runs the sessions', async () => {
    const fleet = async () => ({
      workers: [
        { concurrency: 20, running: 12, isDraining: false },
        { concurrency: 20, running: 3, isDraining: true },
      ],
      sessions: { queued: 4, running: 15 },
      longestWaitMs: 1500,
    })
    const { app } = application({ isOpen: true, fleet })
    const text = await (await app.request('/metrics')).text()
    expect(text.split('\n').filter((line) => line.startsWith('gyre_fleet'))).toEqual([
      'gyre_fleet_sessions{state="queued"} 4',
      'gyre_fleet_sessions{state="running"} 15',
      'gyre_fleet_workers{status="working"} 1',
      'gyre_fleet_workers{status="ending"} 1',
      'gyre_fleet_slots{status="taken"} 15',
      'gyre_fleet_slots{status="free"} 25',
      'gyre_fleet_longest_wait_seconds 1.5',
    ])
  })

  it('tell no old figures of a fleet that nobody can ask about', async () => {
    let isAway = false
    const standing = { workers: [], sessions: { queued: 4 }, longestWaitMs: 0 }
    const fleet = async () => (isAway ? Promise.reject(new Error('Away.')) : standing)
    const { app } = application({ isOpen: true, fleet })
    await app.request('/metrics')
    isAway = true
    const response = await app.request('/metrics')
    expect(response.status).toBe(200)
    expect(await response.text()).toContain('gyre_fleet_sessions{state="queued"} NaN\n')
  })
})
