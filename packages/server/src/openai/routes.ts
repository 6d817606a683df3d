/** The OpenAI-compatible API under `/v1`. */
import { GyreError } from '@gyre/core'
import { Hono } from 'hono'
import { authenticate } from '../auth/authenticate.ts'
import type { AppEnv, Service } from '../http/app-env.ts'
import { responsesRoutes } from '../responses/routes.ts'
import { chatRoutes } from './chat/routes.ts'
import { embeddingRoutes } from './embeddings.ts'
import { openaiErrorResponse } from './errors.ts'
import { modelRoutes } from './models.ts'

export function openaiRoutes(service: Service): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  routes.onError((error, context) => openaiErrorResponse(context, error))
  routes.use(authenticate(service))
  routes.route('/', modelRoutes(service))
  routes.route('/', chatRoutes(service))
  routes.route('/', embeddingRoutes())
  routes.route('/responses', responsesRoutes(service))
  routes.all('*', ({ req }) => {
    throw new GyreError('route-unknown', `There is no \`${req.method} ${req.path}\`.`)
  })
  return routes
}
