/** Pages for people: who opens the address of the server in a browser, logged in or not. */
import { type Context, Hono } from 'hono'
import { getCookie } from 'hono/cookie'
import { browserCookie } from '../auth/browser-sessions.ts'
import type { AppEnv, Service } from '../http/app-env.ts'
import { isSecure } from '../http/is-secure.ts'
import { homePage, type Visit } from './home-page.ts'
import { styleAt } from './page.ts'
import { type PageFile, pageFileAt } from './page-files.ts'
import { pageStyle } from './page-style.ts'

/** The web pages where there are any; `GET /` and its style in their place, for everybody. */
export function pageRoutes(service: Service): Hono<AppEnv> {
  const { version } = service.place
  const routes = new Hono<AppEnv>()
  const { pages } = service
  if (pages) {
    routes.get('*', async (context, next) => {
      const file = pageFileAt(pages, context.req.path)
      return file ? fileResponse(file, context.req.header('accept-encoding') ?? '') : next()
    })
  }
  routes.get('/', async (context) =>
    context.html(homePage({ version, url: addressOf(context), visitor: await visitorOf(service, context) })),
  )
  routes.get(styleAt, (context) => context.body(pageStyle, 200, { 'content-type': 'text/css; charset=utf-8' }))
  return routes
}

/** For a browser that was led nowhere: the page says so. Undefined for programs, and where there are no pages. */
export function nowherePage({ pages }: Service, { req }: Context<AppEnv>): Response | undefined {
  const isBrowser = req.method === 'GET' && (req.header('accept') ?? '').includes('text/html')
  const file = pages && isBrowser && !/^\/(?:api|v1|agui|ui|mcp)\//.test(req.path) ? pageFileAt(pages, '/') : undefined
  return file && fileResponse(file, req.header('accept-encoding') ?? '', 404)
}

function fileResponse({ type, bytes, packed, isFixed }: PageFile, accepted: string, status = 200): Response {
  const isPacked = packed !== undefined && /\bgzip\b/.test(accepted)
  return new Response(isPacked ? packed : bytes, {
    status,
    headers: {
      'content-type': type,
      'cache-control': isFixed ? 'public, max-age=31536000, immutable' : 'no-cache',
      vary: 'accept-encoding',
      ...(isPacked && { 'content-encoding': 'gzip' }),
    },
  })
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
