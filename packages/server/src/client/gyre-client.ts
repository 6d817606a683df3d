/** A typed client of the native API. */
import { hc } from 'hono/client'
import type { NativeApi } from '../native/routes.ts'
import { apiErrorOf } from './api-error.ts'

/** The API key, headers that are added to each request, and the `fetch` that makes them. */
export type ClientOptions = {
  /** A key; a browser that is logged in needs none. */
  readonly key?: string
  /** Sent with every request, such as the `x-gyre-csrf` of a browser. */
  readonly headers?: () => Readonly<Record<string, string>>
  readonly fetch?: typeof fetch
}

/** A typed client: its paths and methods are those of the REST API. */
export type GyreClient = ReturnType<typeof gyreClient>

/** Calls by path and method: `client.sessions.$post({ json: { goal } })`. Whatever is refused is thrown as an `ApiError`. */
export function gyreClient(baseUrl: string, { key, headers, fetch: send = fetch }: ClientOptions = {}) {
  const throwing: typeof fetch = async (input, init) => {
    const response = await send(input, init)
    if (response.status >= 400) throw await apiErrorOf(response)
    return response
  }
  const client = hc<NativeApi>(`${baseUrl.replace(/\/+$/, '')}/api/v1`, {
    fetch: throwing,
    headers: () => ({ ...(key !== undefined && { authorization: `Bearer ${key}` }), ...headers?.() }),
  })
  return withEncodedPaths(client)
}

type Asked = { readonly param?: Readonly<Record<string, string>> }

/** The same client, whose calls may name anything in a path: the path of a step has slashes, which must be encoded. */
function withEncodedPaths<T extends object>(client: T): T {
  return new Proxy(client, {
    get: (target, name) => {
      const next: unknown = Reflect.get(target, name)
      return typeof next === 'function' ? withEncodedPaths(next) : next
    },
    apply: (target, _, [asked, ...options]: [Asked | undefined, ...unknown[]]) =>
      Reflect.apply(target as (...given: readonly unknown[]) => unknown, undefined, [encoded(asked), ...options]),
  })
}

function encoded(asked: Asked | undefined): Asked | undefined {
  if (!asked?.param) return asked
  const param = Object.entries(asked.param).map(([name, value]) => [name, encodeURIComponent(value)])
  return { ...asked, param: Object.fromEntries(param) as Record<string, string> }
}
