/** The HTTP server: how long it waits for a request, and what becomes of one that is none. */
import { createServer, type Server } from 'node:http'
import { GyreError } from '@gyre/core'
import { getRequestListener, RequestError } from '@hono/node-server'
import type { Hono } from 'hono'
import type { AppEnv } from './app-env.ts'
import { errorBody, serverError } from './errors.ts'
import { secure } from './security-headers.ts'

/** How long a client may take to send the head of a request, and all of it. Answers may take as long as they like. */
export type Timeouts = { readonly headersMs: number; readonly requestMs: number }

/** Slow clients are looked for so many times within the shorter time. */
const looks = 4

export function httpServer(app: Hono<AppEnv>, { headersMs, requestMs }: Timeouts): Server {
  const listener = requestListener(app)
  const options = {
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    connectionsCheckingInterval: Math.ceil(headersMs / looks),
  }
  return createServer(options, (incoming, outgoing) => void listener(incoming, outgoing))
}

/** Answers what a server of Node hands it. */
export function requestListener(app: Hono<AppEnv>) {
  return getRequestListener(app.fetch, {
    hostname: 'unnamed',
    errorHandler: refused,
    // The requests and responses of this process are not the server's alone: tools fetch pages with them.
    overrideGlobalObjects: false,
  })
}

/** What does not come as far as the application: a host or a target that makes no address. */
function refused(thrown: unknown): Response {
  const error = thrown instanceof RequestError ? refusal(thrown) : serverError(thrown)
  const response = Response.json(errorBody(error), { status: error.status })
  secure(response.headers)
  return response
}

function refusal(cause: RequestError): GyreError {
  const isHost = /host/i.test(cause.message)
  return isHost
    ? new GyreError('host-refused', 'The request is for another host, or names none.', { cause })
    : new GyreError('request-invalid', 'The address of the request cannot be read.', { cause })
}

/** How long answers may take to go out once the server ends: they are short, and at their end. */
const lastWordsMs = 1000

/** How often it is looked whether they have. */
const lookMs = 20

/** Takes no more connections, lets what is being answered end for a moment, and cuts off the rest. */
export function endServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    // A connection that is kept for a next request is no answer to wait for.
    const look = setInterval(() => server.closeIdleConnections(), lookMs)
    const cut = setTimeout(() => server.closeAllConnections(), lastWordsMs)
    server.close(() => {
      clearInterval(look)
      clearTimeout(cut)
      resolve()
    })
  })
}
