/** What every resource of the native API is built on: requests that do not fit their schema are told as issues. */

import { GyreError } from '@gyre/core'
import { OpenAPIHono } from '@hono/zod-openapi'
import type { z } from 'zod'
import type { AppEnv } from '../http/app-env.ts'

/** How the parts of a request are called in messages. */
const partNames: Readonly<Record<string, string>> = { json: 'body', param: 'path', header: 'header', query: 'query' }

export function nativeApp(): OpenAPIHono<AppEnv> {
  return new OpenAPIHono<AppEnv>({
    defaultHook: (result) => {
      if (!result.success) throw requestInvalid(result.error, partNames[result.target] ?? result.target)
    },
  })
}

function requestInvalid({ issues: found }: z.ZodError, part: string): GyreError {
  const issues = found.map(({ path, message }) => ({ path: [part, ...path.map(String)].join('.'), message }))
  const lines = issues.map(({ path, message }) => `${path}: ${message}`)
  return new GyreError('request-invalid', lines.join('\n'), { issues })
}
