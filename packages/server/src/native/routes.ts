/** The native API under `/api/v1`. */
import { GyreError } from '@gyre/core'
import type { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { authenticate } from '../auth/authenticate.ts'
import type { AppEnv, Service } from '../http/app-env.ts'
import { errorResponse } from '../http/errors.ts'
import { auditRoutes } from './audit.ts'
import { personaChangeRoutes } from './catalog/persona-change-routes.ts'
import { personaRoutes } from './catalog/persona-routes.ts'
import { promptRoutes } from './catalog/prompt-routes.ts'
import { promptTryRoutes } from './catalog/prompt-try.ts'
import { rolloutRoutes } from './catalog/rollout-routes.ts'
import { settingRoutes } from './catalog/setting-routes.ts'
import { docsRoutes } from './docs/docs-routes.ts'
import { type Document, documentOf } from './docs/document.ts'
import { eventRoutes } from './events/event-routes.ts'
import { fallback } from './fallback.ts'
import { forkRoutes } from './forks.ts'
import { inboxRoutes } from './inbox.ts'
import { interventionRoutes } from './interventions.ts'
import { keyRoutes } from './keys.ts'
import { knowledgeRoutes } from './knowledge.ts'
import { labRoutes } from './lab.ts'
import { loopRoutes } from './loops.ts'
import { mcpServerRoutes } from './mcp-servers.ts'
import { meRoutes } from './me.ts'
import { memoryRoutes } from './memories.ts'
import { modelRoutes } from './models/model-routes.ts'
import { nativeApp } from './native-app.ts'
import { recordRoutes } from './sessions/record-routes.ts'
import { sessionRoutes } from './sessions/session-routes.ts'
import { threadRoutes } from './threads.ts'
import { toolRoutes } from './tools.ts'
import { usageRoutes } from './usage.ts'

/** Everything that needs a caller; typed, so that a client is. */
function resources(service: Service) {
  return nativeApp()
    .route('/', meRoutes(service))
    .route('/', sessionRoutes(service))
    .route('/', eventRoutes(service))
    .route('/', recordRoutes())
    .route('/', interventionRoutes())
    .route('/', forkRoutes())
    .route('/', inboxRoutes(service))
    .route('/', threadRoutes())
    .route('/', loopRoutes())
    .route('/', personaRoutes())
    .route('/', personaChangeRoutes(service))
    .route('/', rolloutRoutes(service))
    .route('/', promptRoutes(service))
    .route('/', promptTryRoutes(service))
    .route('/', settingRoutes(service))
    .route('/', modelRoutes(service))
    .route('/', toolRoutes(service))
    .route('/', mcpServerRoutes(service))
    .route('/', knowledgeRoutes())
    .route('/', memoryRoutes())
    .route('/', usageRoutes())
    .route('/', labRoutes())
    .route('/', auditRoutes(service))
    .route('/', keyRoutes(service))
}

/** The API as a typed client knows it. */
export type NativeApi = ReturnType<typeof resources>

export function nativeRoutes(service: Service): Hono<AppEnv> {
  const routes = nativeApp()
  routes.onError((error, context) => errorResponse(context, asGyreError(error)))
  let document: Document | undefined
  const madeOnce = () => {
    document ??= documentOf(routes, service.place.version, service.mount?.prefix)
    return document
  }
  routes.route('/', docsRoutes(madeOnce))
  routes.use(authenticate(service))
  routes.route('/', resources(service))
  routes.all('*', fallback(routes.routes))
  return routes
}

/** What the framework throws at a body that cannot be read is the caller's fault. */
function asGyreError(error: Error): Error {
  if (!(error instanceof HTTPException)) return error
  return new GyreError('request-invalid', `${error.message}.`, { cause: error })
}
