/** Requests, as metrics: how many, how they were answered, and how long the answer took to begin. */
import { createMiddleware } from 'hono/factory'
import { routePath } from 'hono/route'
import type { AppEnv } from '../http/app-env.ts'
import type { Metrics } from './metrics.ts'

const secondBounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

const tooMany = 429

/** Put it before everything else: what is refused is counted, too. */
export function httpMetrics(metrics: Metrics, now: () => number) {
  const requests = metrics.counter('gyre_http_requests_total', 'Requests, by route, method and status.')
  const seconds = metrics.histogram(
    'gyre_http_request_seconds',
    'How long answers took to begin, by route; streams go on after that.',
    secondBounds,
  )
  const limited = metrics.counter(
    'gyre_http_rate_limited_total',
    'Requests that were refused because there were too many.',
  )
  limited.add({}, 0)
  return createMiddleware<AppEnv>(async (context, next) => {
    const begunAt = now()
    await next()
    // Of whoever answered, as it was registered, `/sessions/:id`: ids are no labels.
    const route = routePath(context)
    const { method } = context.req
    const { status } = context.res
    requests.add({ route, method: methods.has(method) ? method : 'other', status: String(status) })
    seconds.observe({ route }, (now() - begunAt) / 1000)
    if (status === tooMany) limited.add()
  })
}
