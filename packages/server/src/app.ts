/** The application: who is let in, and what there is. Each protocol is a folder of its own. */
import { GyreError } from '@gyre/core'
import { type Context, Hono } from 'hono'
import { getPath } from 'hono/utils/url'
import { aguiRoutes } from './agui/routes.ts'
import { loginRoutes } from './auth/login-routes.ts'
import type { AppEnv, Service } from './http/app-env.ts'
import { errorResponse } from './http/errors.ts'
import { guards } from './http/guards.ts'
import { locationBelow, pathBelow } from './http/mounted.ts'
import { stopping } from './http/stopping.ts'
import { mcpRoutes } from './mcp/routes.ts'
import { nativeRoutes } from './native/routes.ts'
import { httpMetrics } from './observe/http-metrics.ts'
import { observeRoutes } from './observe/routes.ts'
import { openaiErrorResponse } from './openai/errors.ts'
import { openaiPath } from './openai/plain-path.ts'
import { openaiRoutes } from './openai/routes.ts'
import { nowherePage, pageRoutes } from './pages/routes.ts'
import { uiStreamRoutes } from './ui-stream/routes.ts'

export function createApp(service: Service): Hono<AppEnv> {
  const { mount } = service
  const app = new Hono<AppEnv>({ getPath: (request) => openaiPath(pathBelow(mount, getPath(request))) })
  app.onError((error, context) => failed(context, error))
  app.notFound((context) => nowherePage(service, context) ?? failed(context, nothingAt(context.req.path)))
  app.use(httpMetrics(service.metrics, service.now), ...guards(service), stopping(service))
  if (mount) app.use(locationBelow(mount))
  // Pages and logins are those of the program that it is a part of.
  else app.route('/', pageRoutes(service)).route('/', loginRoutes(service))
  app.route('/', observeRoutes(service, service.metrics))
  app.route('/v1', openaiRoutes(service))
  app.route('/api/v1', nativeRoutes(service))
  app.route('/agui', aguiRoutes(service))
  app.route('/ui', uiStreamRoutes(service))
  app.route('/mcp', mcpRoutes(service))
  return app
}

/** What is refused before it comes to a protocol is told in its form. */
function failed(context: Context<AppEnv>, error: Error): Response {
  return context.req.path.startsWith('/v1/') ? openaiErrorResponse(context, error) : errorResponse(context, error)
}

function nothingAt(path: string): GyreError {
  return new GyreError('route-unknown', `There is nothing at \`${path}\`.`)
}
