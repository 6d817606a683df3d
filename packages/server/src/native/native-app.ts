/** What every resource of the native API is built on: requests that do not fit their schema are told as issues. */

import { describeIssues, GyreError, type Issue } from '@gyre/core'
import { type Hook, OpenAPIHono, type RouteConfig } from '@hono/zod-openapi'
import { z } from 'zod'
import type { AppEnv } from '../http/app-env.ts'

/** How the parts of a request are called in messages. */
const partNames: Readonly<Record<string, string>> = { json: 'body', param: 'path', header: 'header', query: 'query' }

export function nativeApp(): OpenAPIHono<AppEnv> {
  const app = new OpenAPIHono<AppEnv>()
  const { openapi } = app
  // A default hook is not told the schema that a request does not fit: here each route has a hook that knows it.
  app.openapi = (route, handler, hook) => openapi(route, handler, hook ?? hookOf(route))
  return app
}

function hookOf(route: RouteConfig): Hook<unknown, AppEnv, string, undefined> {
  return (result) => {
    if (result.success) return undefined
    const { target, error } = result
    // The value comes with it, whatever its type says.
    const { data: value } = result as { readonly data?: unknown }
    throw requestInvalid(describeIssues(error, schemaOf(route, target), value), partNames[target] ?? target)
  }
}

/** What a part of a request must fit. */
function schemaOf({ request = {} }: RouteConfig, target: string): z.ZodType {
  const { body, params, query, headers } = request
  const json = body?.content['application/json']
  const parts: Readonly<Record<string, unknown>> = {
    json: json && 'schema' in json ? json.schema : undefined,
    param: params,
    query,
    header: headers,
  }
  return (parts[target] ?? z.unknown()) as z.ZodType
}

function requestInvalid(found: readonly Issue[], part: string): GyreError {
  const issues = found.map(({ path, message }) => ({ path: [part, ...path].join('.'), message }))
  const lines = issues.map(({ path, message }) => `${path}: ${message}`)
  return new GyreError('request-invalid', lines.join('\n'), { issues })
}
