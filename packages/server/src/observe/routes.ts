/** Whether the server is alive, whether it can work, and its metrics. */
import { Hono } from 'hono'
import { authenticate } from '../auth/authenticate.ts'
import { requireOperator } from '../auth/caller.ts'
import type { AppEnv, Service } from '../http/app-env.ts'
import { fleetMetrics } from './fleet-metrics.ts'
import type { Metrics } from './metrics.ts'
import { processMetrics } from './process-metrics.ts'

/** A store that does not answer within this time is not ready: who asks has a limit of their own, often a second or more. */
const patienceMs = 1000

/** No session has this id. */
const nobody = 'ses_none'

const textForm = 'text/plain; version=0.0.4; charset=utf-8'

/** `GET /health` and `GET /ready` for everybody, and `GET /metrics` for who administers. */
export function observeRoutes(service: Service, metrics: Metrics): Hono<AppEnv> {
  const { place, streams } = service
  const routes = new Hono<AppEnv>()
  const lookAtProcess = processMetrics(metrics, place.version)
  const open = metrics.gauge('gyre_open_streams', 'Streams that are open.')

  routes.get('/health', (context) => context.json({ status: 'alive' }))

  routes.get('/ready', async (context) => {
    if (service.isStopping) return context.json({ status: 'not-ready', why: 'server-stopping' }, 503)
    if (await storeAnswers(service)) return context.json({ status: 'ready' })
    return context.json({ status: 'not-ready', why: 'store-failed' }, 503)
  })

  const lookAtFleet = place.fleet && fleetMetrics(metrics)

  routes.get('/metrics', authenticate(service), async (context) => {
    requireOperator(context.get('caller'))
    lookAtProcess()
    open.set({}, streams.total)
    lookAtFleet?.(await soon(place.fleet?.()))
    return context.body(metrics.text(), 200, { 'content-type': textForm })
  })

  return routes
}

async function storeAnswers({ place }: Service): Promise<boolean> {
  const asked = place.store.sessions.get(nobody).then(() => true)
  return (await soon(asked)) ?? false
}

/** What a store says, if it says it in time. */
async function soon<T>(asked: Promise<T> | undefined): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), patienceMs)
  })
  try {
    return await Promise.race([asked?.catch(() => undefined), late])
  } finally {
    clearTimeout(timer)
  }
}
