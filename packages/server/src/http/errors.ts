/** Whatever a handler threw, as the answer of the native API. */
import { GyreError } from '@gyre/core'
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
  if (error.code === 'unauthenticated') return { 'www-authenticate': 'Bearer realm="gyre"' }
  return {}
}

/** A key of the caller is not at fault when one of a provider is. */
function statusOf({ code, status }: GyreError): ContentfulStatusCode {
  return code === 'model-auth' ? 502 : (status as ContentfulStatusCode)
}

/** Anything thrown. What nobody foresaw is told to the log alone: its text was written for nobody. */
export function serverError(thrown: unknown): GyreError {
  if (thrown instanceof GyreError) return thrown
  return new GyreError('server-failed', 'The server failed in a way that nobody foresaw.', { cause: thrown })
}

export function errorResponse(context: Context<AppEnv>, thrown: unknown): Response {
  const error = serverError(thrown)
  return context.json(errorBody(error), statusOf(error), errorHeaders(error))
}
