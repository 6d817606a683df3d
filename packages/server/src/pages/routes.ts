/** Pages for people: who opens the address of the server in a browser, logged in or not. */
import { type Context, Hono } from 'hono'
import { getCookie } from 'hono/cookie'
import { browserCookie } from '../auth/browser-sessions.ts'
import type { AppEnv, Service } from '../http/app-env.ts'
import { isSecure } from '../http/is-secure.ts'
import { homePage, type Visit } from './home-page.ts'
import { styleAt } from './page.ts'
import { pageStyle } from './page-style.ts'

/** `GET /` and its style, for everybody. */
export function pageRoutes(service: Service): Hono<AppEnv> {
  const { version } = service.place
  const routes = new Hono<AppEnv>()
  routes.get('/', async (context) =>
    context.html(homePage({ version, url: addressOf(context), visitor: await visitorOf(service, context) })),
  )
  routes.get(styleAt, (context) => context.body(pageStyle, 200, { 'content-type': 'text/css; charset=utf-8' }))
  return routes
}

function addressOf(context: Context<AppEnv>): string {
  const { host } = new URL(context.req.url)
  return `${isSecure(context) ? 'https' : 'http'}://${host}`
}

async function visitorOf({ isOpen, gate }: Service, context: Context<AppEnv>): Promise<Visit['visitor']> {
  if (isOpen) return 'anybody'
  const secret = getCookie(context, browserCookie(context))
  return secret !== undefined && (await gate.browsers.isOpen(secret)) ? 'browser' : 'stranger'
}
