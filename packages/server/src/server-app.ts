/** The application for a program that has a server already: under a path of it, and without pages of its own. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { GyreError } from '@gyre/core'
import { createApp } from './app.ts'
import type { Mount } from './http/app-env.ts'
import { requestListener } from './http/listener.ts'
import { Metrics } from './observe/metrics.ts'
import type { Place } from './place.ts'
import { type AnswerOptions, defaultAnswerOptions, serviceOf } from './service.ts'

/** What a server answers with, and where in another program it stands. */
export type ServerAppOptions = AnswerOptions & Mount

/** A server without a socket of its own, for a program that listens itself. */
export type ServerApp = {
  /** For what speaks `Request` and `Response`. The second argument is `env` of a Hono app on Node: give it where there is one. */
  fetch(request: Request, env?: object): Promise<Response>
  /** For what speaks `node:http`, such as Express. Put it before whatever reads bodies. */
  readonly listener: (incoming: IncomingMessage, outgoing: ServerResponse) => void
  /** Begins nothing new: whoever asks is told `server-stopping`. Close the runtime then, which ends what is told. */
  stop(): void
}

/**
 * Every protocol of the server, with its checks, to be put under a path of another. What listens is the program's.
 * Fails with `argument-invalid`.
 */
export function serverApp(place: Place, given: Partial<ServerAppOptions> = {}): ServerApp {
  const { prefix = '', identify, ...rest } = given
  const options = { ...defaultAnswerOptions, metrics: new Metrics(), ...rest }
  const mount = { prefix: checkedPrefix(prefix), identify }
  const { service, stop } = serviceOf(place, options, { isOpen: false, pages: undefined, mount })
  const app = createApp(service)
  const listener = requestListener(app)
  return {
    fetch: async (request, env = {}) => app.fetch(request, env),
    listener: (incoming, outgoing) => void listener(incoming, outgoing),
    stop,
  }
}

function checkedPrefix(prefix: string): string {
  if (prefix === '' || prefix.startsWith('/')) return prefix.replace(/\/+$/, '')
  throw new GyreError('argument-invalid', `The prefix \`${prefix}\` is no path: it must begin with a slash.`, {
    prefix,
  })
}
