/** Serving: the application on a port, until it is closed. */
import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { createApp } from './app.ts'
import { bindFault, listenFault } from './auth/bind-fault.ts'
import { endServer, httpServer, type Timeouts } from './http/listener.ts'
import { urlsOf } from './http/reachable.ts'
import { Metrics } from './observe/metrics.ts'
import { readPageFiles } from './pages/page-files.ts'
import type { Place } from './place.ts'
import { type AnswerOptions, defaultAnswerOptions, serviceOf } from './service.ts'

/** Where a server listens, whom it lets in, and how much it bears. */
export type ServerOptions = AnswerOptions & {
  /** The address to listen on. One that others can reach is refused with `bind-refused` while nobody has a key. */
  readonly host: string
  /** 0 for any that is free. */
  readonly port: number
  /** Nobody is asked for a key. */
  readonly isOpen: boolean
  /** How long a client may take to send the head of a request, and all of it. */
  readonly timeouts: Timeouts
  /** The folder of the built web pages; without it `/` tells what this is. */
  readonly pages: string | undefined
}

/** A server that listens. Close it when done. */
export type RunningServer = {
  /** `http://127.0.0.1:4111` */
  readonly url: string
  /** Other addresses it is reached at, when it listens on every interface. */
  readonly otherUrls: readonly string[]
  /** Whether it serves the web pages. */
  readonly hasPages: boolean
  /** A link that logs a browser in, once. */
  loginLink(): Promise<string>
  /** Begins nothing new: whoever asks is told `server-stopping`. Close the runtime then, which ends what is told. */
  stop(): void
  /** Stops, lets answers that are at their end go out, and cuts off the rest. */
  close(): Promise<void>
}

/** What a server is started with when nothing else is said. It listens on 127.0.0.1:4111. */
export const defaultServerOptions: Omit<ServerOptions, 'metrics'> = {
  ...defaultAnswerOptions,
  host: '127.0.0.1',
  port: 4111,
  isOpen: false,
  timeouts: { headersMs: 10_000, requestMs: 30_000 },
  pages: undefined,
}

/** Fails with `bind-refused` before it listens, and with `port-taken`. */
export async function serve(place: Place, given: Partial<ServerOptions> = {}): Promise<RunningServer> {
  const options = { ...defaultServerOptions, metrics: new Metrics(), ...given }
  const { host, port, isOpen } = options
  const pages = options.pages === undefined ? undefined : await readPageFiles(options.pages)
  const { service, stop } = serviceOf(place, options, { isOpen, pages, mount: undefined })
  const fault = bindFault(host, await service.keys.hasValid(), isOpen)
  if (fault) throw fault
  const server = httpServer(createApp(service), options.timeouts)
  return new Promise((resolve, reject) => {
    server.once('error', (cause) => reject(listenFault(cause, host, port)))
    server.listen(port, host, () => {
      const [url, ...otherUrls] = urlsOf({ host, ...(server.address() as AddressInfo) }, networkInterfaces())
      resolve({
        url,
        otherUrls,
        hasPages: pages !== undefined,
        loginLink: () => service.gate.links.make(url),
        stop,
        close: () => {
          stop()
          return endServer(server)
        },
      })
    })
  })
}
