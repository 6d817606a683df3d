/** Who sends a request: by a key in its headers, else by the cookie of a browser that is logged in. */
import { GyreError } from '@gyre/core'
import type { Context } from 'hono'
import { every } from 'hono/combine'
import { getCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import type { AppEnv, AppUser, Service } from '../http/app-env.ts'
import { jsonBody } from '../http/json-body.ts'
import { isFromElsewhere } from '../http/origin-check.ts'
import { browserCaller, browserCookie, isCsrfToken } from './browser-sessions.ts'
import { type Caller, callerId } from './caller.ts'

/** Where nobody is asked, everybody is the owner of the machine. */
const everybody: Caller = { ...browserCaller, name: 'local' }

/** Methods that change nothing. */
const safeMethods: readonly string[] = ['GET', 'HEAD', 'OPTIONS']

/**
 * Sets the caller and what is theirs; fails with `unauthenticated`. A caller who comes too often is refused, and a
 * body is read for who is known alone.
 */
export function authenticate(service: Service) {
  const { place, gate, now } = service
  const identify = createMiddleware<AppEnv>(async (context, next) => {
    const caller = service.isOpen ? everybody : await callerOf(service, context)
    gate.rates.callers.take(callerId(caller), now())
    context.set('caller', caller)
    context.set('tenant', await place.tenant(caller.owner))
    await next()
  })
  return every(identify, jsonBody(gate.bodyLimitBytes))
}

async function callerOf(service: Service, context: Context<AppEnv>): Promise<Caller> {
  const { keys, gate } = service
  const user = await service.mount?.identify?.(context.req.raw, context.env ?? {})
  if (user) return appCaller(context, user)
  refuseKeyInAddress(service, context)
  const key = keyIn(context.req.raw.headers)
  if (key !== undefined) return (await keys.callerOf(key)) ?? refuse(service, context, 'The key opens nothing here.')
  const browser = getCookie(context, browserCookie(context))
  if (browser === undefined) return refuse(service, context, 'The request has no key.')
  if (!(await gate.browsers.isOpen(browser))) return refuse(service, context, 'This browser is not logged in.')
  requireCsrf(context, browser)
  context.set('browser', browser)
  return browserCaller
}

/** The program may know them by a cookie, which the pages of others can have sent along. */
function appCaller(context: Context<AppEnv>, { owner, role = 'user', personas }: AppUser): Caller {
  if (isFromElsewhere(context)) {
    throw new GyreError('origin-refused', 'Pages of other sites may not call with the login of a browser.')
  }
  return { owner, name: `app:${owner}`, role, key: null, personas: personas ?? null, budget: null }
}

/** The text of a key, wherever clients put it; undefined when no header claims to hold one. */
function keyIn(headers: Headers): string | undefined {
  const authorization = headers.get('authorization')
  if (authorization === null) return headers.get('api-key') ?? headers.get('x-api-key') ?? undefined
  // A name and a password are none of ours: they are taken for a key that opens nothing.
  return /^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? ''
}

/** Addresses stand in logs and histories: a key in one is no secret any more, and is not taken. */
function refuseKeyInAddress(service: Service, context: Context<AppEnv>): void {
  const { search } = new URL(context.req.url)
  if (/gyre_[0-9a-f]{12}_/i.test(search)) refuse(service, context, 'A key in the address is not taken; revoke it.')
}

function refuse(service: Service, context: Context<AppEnv>, message: string): never {
  countFailure(service, context)
  throw new GyreError('unauthenticated', message)
}

/** Counts a failed try of an address; fails with `rate-limited` once there were too many. */
export function countFailure({ gate, now }: Service, context: Context<AppEnv>): void {
  gate.rates.failures.take(context.env?.incoming?.socket.remoteAddress ?? '', now())
}

function requireCsrf({ req }: Context, browser: string): void {
  if (safeMethods.includes(req.method) || isCsrfToken(req.header('x-gyre-csrf') ?? '', browser)) return
  throw new GyreError('csrf-refused', 'The request has no token of this login.')
}
