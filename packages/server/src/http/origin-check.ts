/**
 * Whose pages may call.
 *
 * Browsers tell which page a request is from. Pages of the server itself may call, and those of allowed origins, which
 * need a key: they are never let in by a cookie.
 */
import { GyreError } from '@gyre/core'
import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import { browserCookie } from '../auth/browser-sessions.ts'
import type { AppEnv, Service } from './app-env.ts'
import type { Gate } from './gate.ts'

/** Fails with `origin-refused`. */
export function originCheck({ gate, isOpen }: Service) {
  return createMiddleware<AppEnv>((context, next) => {
    const origin = context.req.header('origin')?.toLowerCase()
    const isKnown = origin === undefined || isOwn(context, origin) || isAllowed(gate, origin)
    if (!isKnown) throw new GyreError('origin-refused', 'Pages of this origin may not call here.')
    if (isFromElsewhere(context) && isLetInUnasked(context, isOpen)) {
      throw new GyreError('origin-refused', 'Pages of other sites may not call with the login of a browser.')
    }
    return next()
  })
}

function isAllowed({ allowedOrigins }: Gate, origin: string): boolean {
  return allowedOrigins.some((allowed) => allowed.toLowerCase() === origin)
}

/** The host was checked before; a proxy may speak https where the server does not. */
function isOwn({ req }: Context, origin: string): boolean {
  const host = req.header('host')?.toLowerCase() ?? new URL(req.url).host
  return origin === `http://${host}` || origin === `https://${host}`
}

/** Whether a page of another site sends this. Another port of a machine is the same site to a browser, but not to us. */
export function isFromElsewhere({ req }: Context): boolean {
  return ['cross-site', 'same-site'].includes(req.header('sec-fetch-site') ?? '')
}

/**
 * Whoever is let in without a key, by a cookie or because nobody is asked, is used by any page that can send. Links may
 * lead here from anywhere; only the cookie does not come along from another site, unless somebody is at work.
 */
function isLetInUnasked(context: Context, isOpen: boolean): boolean {
  const { req } = context
  const hasCookie = getCookie(context, browserCookie(context)) !== undefined
  const isLink = req.method === 'GET' && req.header('sec-fetch-mode') === 'navigate'
  if (isLink) return hasCookie && req.header('sec-fetch-site') === 'cross-site'
  return hasCookie || isOpen
}
