/** Whatever a handler threw, as the answer of the native API. */
import { type GyreError, toGyreError } from '@gyre/core'
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { AppEnv } from './app-env.ts'

/** How long who came too often should wait, in seconds, when the error does not say. */
const defaultRetryAfter = 1

export function errorBody(error: GyreError) {
  const { details } = error
  return { error: { ...error.toJSON(), ...(Object.keys(details).length > 0 && { details }) } }
}

/** Headers that belong to an error, in every protocol. */
export function errorHeaders(error: GyreError): Record<string, string> {
  if (error.status === 429) return { 'retry-after': String(error.details['retryAfter'] ?? defaultRetryAfter) }
  if (error.status === 401) return { 'www-authenticate': 'Bearer realm="gyre"' }
  return {}
}

export function errorResponse(context: Context<AppEnv>, thrown: unknown): Response {
  const error = toGyreError(thrown, 'loop-failed')
  return context.json(errorBody(error), error.status as ContentfulStatusCode, errorHeaders(error))
}
