/** Addresses that lead nowhere, and methods that an address does not have. */
import { GyreError } from '@gyre/core'
import type { Context } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { errorResponse } from '../http/errors.ts'

type KnownRoute = { readonly method: string; readonly path: string }

type Matcher = { readonly method: string; readonly pattern: RegExp }

/** Answers what no route did. */
export function fallback(routes: readonly KnownRoute[]): (context: Context<AppEnv>) => Response {
  // What is for every method is no route of its own.
  const matchers = routes.filter(({ method }) => method !== 'ALL').map(matcherOf)
  return (context) => {
    const { method, path } = context.req
    const methods = matchers.filter(({ pattern }) => pattern.test(path)).map((each) => each.method)
    if (methods.length === 0) {
      throw new GyreError('route-unknown', `There is nothing at \`${method} ${path}\`.`, { method, path })
    }
    const allow = [...new Set(methods)].toSorted()
    const error = new GyreError('method-refused', `\`${path}\` does not take \`${method}\`.`, { method, allow })
    const response = errorResponse(context, error)
    response.headers.set('allow', allow.join(', '))
    return response
  }
}

/** What the API is mounted at comes before its paths. */
function matcherOf({ method, path }: KnownRoute): Matcher {
  const parts = path.split('/').map((part) => (part.startsWith(':') ? '[^/]+' : part.replaceAll('.', '\\.')))
  return { method, pattern: new RegExp(`^/api/v1${parts.join('/')}$`) }
}
