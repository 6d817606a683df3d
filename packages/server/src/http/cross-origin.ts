/** What browsers are told for pages of allowed origins: that they may send, and what they may read. */
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { AppEnv } from './app-env.ts'

const preflightSeconds = 600

const methods = 'GET, POST, PUT, PATCH, DELETE'

const sendable = /^(?:authorization|content-type|accept|api-key|last-event-id|if-match|mcp-[a-z-]+|x-[a-z0-9-]+)$/

const readable = 'x-request-id, x-gyre-session-id, retry-after, etag, location, mcp-session-id'

/** Cookies are left out: such pages come with a key. */
export function crossOrigin(allowedOrigins: readonly string[]) {
  const allowed = new Set(allowedOrigins.map((origin) => origin.toLowerCase()))
  return createMiddleware<AppEnv>(async (context, next) => {
    const origin = context.req.header('origin')
    const isAllowed = origin !== undefined && allowed.has(origin.toLowerCase())
    if (isAllowed && context.req.header('access-control-request-method') !== undefined) {
      context.res = preflight(context)
    } else await next()
    const { headers } = context.res
    headers.append('vary', 'origin')
    if (!isAllowed) return
    headers.set('access-control-allow-origin', origin)
    headers.set('access-control-expose-headers', readable)
  })
}

/** The answer to what a browser asks before it sends. */
function preflight(context: Context): Response {
  const asked = (context.req.header('access-control-request-headers') ?? '').toLowerCase().split(',')
  const headers = asked.map((name) => name.trim()).filter((name) => sendable.test(name))
  return context.body(null, 204, {
    'access-control-allow-methods': methods,
    'access-control-allow-headers': headers.join(', '),
    'access-control-max-age': String(preflightSeconds),
    vary: 'access-control-request-headers',
  })
}
