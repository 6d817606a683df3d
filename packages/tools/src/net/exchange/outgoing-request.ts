/** A request on its way, and what becomes of it when the answer is a redirect. */
import type { Headers, HeadersInit, RequestInit as UndiciInit } from 'undici'
import { refused } from '../addresses/refusal.ts'
import type { SafeFetchInit } from '../safe-fetch-options.ts'
import { fetchFailed } from './failure.ts'
import { type RequestBody, requestBody } from './request-body.ts'
import type { Undici } from './undici.ts'

export type OutgoingRequest = {
  readonly url: URL
  readonly method: string
  readonly headers: Headers
  readonly body: RequestBody | undefined
}

export type Sender = { readonly undici: Undici; readonly userAgent: string }

/** The request as it is first sent. */
export async function outgoingRequest(
  url: URL,
  init: SafeFetchInit,
  { undici, userAgent }: Sender,
): Promise<OutgoingRequest> {
  const headers = readHeaders(init.headers, undici)
  if (headers.has('host')) throw refused('host-header', hostHeader, { host: url.hostname })
  if (!headers.has('user-agent')) headers.set('user-agent', userAgent)
  const body = init.body === undefined || init.body === null ? undefined : await requestBody(init.body)
  if (body?.type && !headers.has('content-type')) headers.set('content-type', body.type)
  return { url, method: (init.method ?? 'GET').toUpperCase(), headers, body }
}

const hostHeader = 'The header `host` is refused: a request goes to the host of its address, under its name.'

/** The message of the client would show a value, which may be a key. */
function readHeaders(given: SafeFetchInit['headers'], undici: Undici): Headers {
  try {
    return new undici.Headers(given as HeadersInit)
  } catch (error) {
    throw fetchFailed('A header of the request has a name or a value that is not allowed.', {
      reason: 'header-invalid',
      cause: error,
    })
  }
}

/** What may follow to another origin. Any other header may say who asks, by whatever name. */
const harmlessHeaders: ReadonlySet<string> = new Set([
  'accept',
  'accept-charset',
  'accept-encoding',
  'accept-language',
  'cache-control',
  'content-language',
  'content-type',
  'dnt',
  'if-modified-since',
  'if-none-match',
  'pragma',
  'range',
  'user-agent',
])

/** What describes a body, and goes with it. */
const bodyHeaders = ['content-type', 'content-language', 'content-encoding', 'content-location', 'content-length']

export type Redirect = { readonly status: number; readonly to: URL }

/** The request that a redirect asks for, by the rules of browsers. */
export function redirected(request: OutgoingRequest, { status, to }: Redirect): OutgoingRequest {
  const { url, headers } = request
  if (url.protocol === 'https:' && to.protocol === 'http:') throw downgraded(url, to)
  if (to.origin !== url.origin) {
    for (const name of [...headers.keys()]) if (!harmlessHeaders.has(name)) headers.delete(name)
  }
  if (!becomesGet(status, request.method)) return { ...request, url: to, body: repeatable(request) }
  for (const name of bodyHeaders) headers.delete(name)
  return { url: to, method: 'GET', headers, body: undefined }
}

function becomesGet(status: number, method: string): boolean {
  if (status === 303) return method !== 'GET' && method !== 'HEAD'
  return (status === 301 || status === 302) && method === 'POST'
}

function repeatable({ url, body }: OutgoingRequest): RequestBody | undefined {
  if (body === undefined || body.isRepeatable) return body
  const { hostname: host } = url
  const message = `\`${host}\` redirects the request, but its body is a stream and cannot be sent a second time.`
  throw fetchFailed(message, { host, reason: 'body-not-repeatable' })
}

function downgraded(from: URL, to: URL): Error {
  const message = `\`${from.hostname}\` redirects from \`https:\` to \`http:\`, which is refused. No setting allows it.`
  return refused('downgrade', message, { host: to.hostname })
}

/** In the form the client takes. */
export function sendable({ method, headers, body }: OutgoingRequest): UndiciInit {
  if (body === undefined) return { method, headers }
  return { method, headers, body: body.content, ...(!body.isRepeatable && { duplex: 'half' }) }
}
