/** A server that stops: what is under way gets an answer, and nothing new begins. */
import { GyreError } from '@gyre/core'
import { createMiddleware } from 'hono/factory'
import type { AppEnv, Service } from './app-env.ts'

/** Answered until the last: they change nothing, and are asked by who wants to know whether it still runs. */
const untilTheLast: readonly string[] = ['/health', '/ready', '/metrics']

/** Fails with `server-stopping`. */
export function stopping(service: Service) {
  return createMiddleware<AppEnv>(async (context, next) => {
    if (service.isStopping && !untilTheLast.includes(context.req.path)) {
      context.header('connection', 'close')
      throw new GyreError('server-stopping', 'The server is shutting down.')
    }
    await next()
    const { res } = context
    // The session goes on at the next start: who asked again would begin another, and pay for both.
    if (res.status === 503 && res.headers.has('x-gyre-session-id')) res.headers.set('x-should-retry', 'false')
  })
}
