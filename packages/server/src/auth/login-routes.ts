/** Logging a browser in by a link that the server printed, and out again. */
import { type Context, Hono } from 'hono'
import { deleteCookie, setCookie } from 'hono/cookie'
import type { AppEnv, Service } from '../http/app-env.ts'
import { isSecure } from '../http/is-secure.ts'
import { html } from '../native/docs/html.ts'
import { page } from '../pages/page.ts'
import { audited } from './audited.ts'
import { authenticate, countFailure } from './authenticate.ts'
import { browserCaller, browserCookie, browserLifeMs } from './browser-sessions.ts'

/** `GET /login` and `POST /logout`. */
export function loginRoutes(service: Service): Hono<AppEnv> {
  const { links, browsers } = service.gate
  const routes = new Hono<AppEnv>()

  routes.get('/login', async (context) => {
    const token = context.req.query('token') ?? ''
    if (!isVisit(context) || !(await links.use(token))) {
      countFailure(service, context)
      return context.html(refusedPage, 401)
    }
    setCookie(context, browserCookie(context), await browsers.begin(), {
      httpOnly: true,
      sameSite: 'Strict',
      path: '/',
      maxAge: browserLifeMs / 1000,
      secure: isSecure(context),
    })
    context.set('caller', browserCaller)
    await audited(service, context, 'browser.logged-in', { target: browserCaller.name })
    return context.redirect('/', 303)
  })

  routes.post('/logout', authenticate(service), async (context) => {
    const browser = context.get('browser')
    if (browser !== undefined) {
      await browsers.end(browser)
      await audited(service, context, 'browser.logged-out', { target: browserCaller.name })
    }
    deleteCookie(context, browserCookie(context), { path: '/', secure: isSecure(context) })
    return context.body(null, 204)
  })

  return routes
}

/** A look ahead, by a browser or by who shows previews of links, must not use the link up. */
function isVisit({ req }: Context): boolean {
  return req.method === 'GET' && !/prefetch|preview/i.test(req.header('sec-purpose') ?? req.header('purpose') ?? '')
}

/** The same for every fault: it tells nobody whether a link ever was. */
const refusedPage = page(
  'Gyre: not logged in',
  html`<h1>This link does not log you in</h1>
<p>A link works once, and for 15 minutes. Start <code>gyre serve</code> again, and open the link it prints.</p>
`,
)
