/** Headers of every answer: what a browser may do with it, and the id it is found by in the log. */
import { randomBytes } from 'node:crypto'
import { createMiddleware } from 'hono/factory'
import type { AppEnv } from './app-env.ts'

/** Data is no page: it loads nothing, and stands in no frame. */
const dataPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"

/** A page loads from this server alone, and runs nothing that stands in its own text. */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'self'",
].join('; ')

const fixedHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'x-frame-options': 'DENY',
} as const

const idBytes = 12

/** A client's own id is kept when it is plain: it stands in the log. */
const plainId = /^[\w.-]{1,64}$/

export const securityHeaders = createMiddleware<AppEnv>(async (context, next) => {
  const asked = context.req.header('x-request-id') ?? ''
  const id = plainId.test(asked) ? asked : `req_${randomBytes(idBytes).toString('hex')}`
  context.set('requestId', id)
  await next()
  secure(context.res.headers)
  context.res.headers.set('x-request-id', id)
})

/** Sets what is not set. */
export function secure(headers: Headers): void {
  for (const [name, value] of Object.entries(fixedHeaders)) headers.set(name, value)
  const isPage = headers.get('content-type')?.startsWith('text/html') ?? false
  if (!headers.has('content-security-policy')) headers.set('content-security-policy', isPage ? pagePolicy : dataPolicy)
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store')
}
