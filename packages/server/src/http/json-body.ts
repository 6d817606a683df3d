/** Bodies of requests: JSON alone, read once, and no more of it than is allowed. */
import { GyreError, type Json } from '@gyre/core'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { AppEnv } from './app-env.ts'
import { invalid, readJsonText, textOfBytes } from './json-text.ts'

const jsonType = /^application\/(?:[\w.-]+\+)?json *(?:; *charset="?utf-8"? *)?$/i

/** Reads and checks the body, when there is one. `readJson` gives it to handlers, `context.req.json` to validators. */
export function jsonBody(limitBytes: number) {
  return createMiddleware<AppEnv>(async (context, next) => {
    if (hasBody(context)) {
      refuseOtherForms(context.req.raw.headers)
      refuseReadBefore(context)
      const text = textOfBytes(await bytesOf(context.req.raw, limitBytes).catch(refuseCut))
      context.set('body', readJsonText(text))
      // Where the framework looks before it reads; the request itself is used up.
      Object.assign(context.req.bodyCache, { text: Promise.resolve(text) })
    }
    await next()
  })
}

/** The body as it was parsed; fails with `request-invalid` when there is none. */
export function readJson(context: Context<AppEnv>): Json {
  const body = context.get('body')
  if (body === undefined) throw invalid('The request has no body: send JSON.')
  return body
}

function hasBody({ req, env }: Context<AppEnv>): boolean {
  const { method, headers } = req.raw
  if (method === 'GET' || method === 'HEAD') return false
  // What came over no wire need not say how long it is.
  if (!env?.incoming && req.raw.body !== null) return true
  return headers.has('transfer-encoding') || (headers.get('content-length') ?? '0') !== '0'
}

function refuseOtherForms(headers: Headers): void {
  if (!jsonType.test(headers.get('content-type') ?? '')) {
    throw invalid('The body is not marked as JSON: send `content-type: application/json`, in UTF-8.')
  }
  if ((headers.get('content-encoding') ?? 'identity') !== 'identity') {
    throw invalid('The body is compressed: send it as it is, without `content-encoding`.')
  }
}

/** In a program of others, something may stand before this that reads bodies. */
function refuseReadBefore({ req, env }: Context<AppEnv>): void {
  if (!req.raw.bodyUsed && env?.incoming?.readableEnded !== true) return
  throw invalid('The body was read before it came here: what parses bodies must stand behind this, not before it.')
}

/** Fails with `body-too-large`, as soon as it is known. */
async function bytesOf(request: Request, limitBytes: number): Promise<ArrayBuffer | Uint8Array> {
  const said = request.headers.get('content-length')
  if (said === null) return collected(request, limitBytes)
  if (Number(said) > limitBytes) throw tooLarge(limitBytes)
  return request.arrayBuffer()
}

/** The connection broke. Nobody reads the answer, but the log should not tell of a fault of ours. */
function refuseCut(cause: unknown): never {
  throw cause instanceof GyreError ? cause : invalid('The body was cut off.', cause)
}

async function collected({ body }: Request, limitBytes: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of body ?? []) {
    size += piece.byteLength
    if (size > limitBytes) throw tooLarge(limitBytes)
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

function tooLarge(limitBytes: number): GyreError {
  return new GyreError('body-too-large', `The body has more than ${limitBytes} bytes.`, { limitBytes })
}
