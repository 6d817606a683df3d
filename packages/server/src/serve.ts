/** Serving: the application on a port, until it is closed. */
import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { createApp } from './app.ts'
import { ApiKeys } from './auth/api-keys.ts'
import { bindFault, listenFault } from './auth/bind-fault.ts'
import { BrowserSessions } from './auth/browser-sessions.ts'
import { LoginLinks } from './auth/login-links.ts'
import type { OnDisconnect, Service } from './http/app-env.ts'
import type { Gate } from './http/gate.ts'
import { defaultKeepAliveMs, keptAliveMs } from './http/keep-alive.ts'
import { endServer, httpServer, type Timeouts } from './http/listener.ts'
import { OpenStreams, type StreamLimits } from './http/open-streams.ts'
import { RateLimit } from './http/rate-limit.ts'
import { urlsOf } from './http/reachable.ts'
import { Metrics } from './observe/metrics.ts'
import { readPageFiles } from './pages/page-files.ts'
import type { Place } from './place.ts'

/** Where a server listens, whom it lets in, and how much it bears. */
export type ServerOptions = {
  /** The address to listen on. One that others can reach is refused with `bind-refused` while nobody has a key. */
  readonly host: string
  /** 0 for any that is free. */
  readonly port: number
  /** Nobody is asked for a key. */
  readonly isOpen: boolean
  /** What becomes of a session whose client went away in the midst of an answer. */
  readonly onDisconnect: OnDisconnect
  /** At most the default, which a larger one becomes: clients take a stream that is silent for three of it for cut. */
  readonly keepAliveMs: number
  /** How many streams of events may be open at once. */
  readonly streams: StreamLimits
  /** Requests in a minute: of a caller, and failed tries to be let in of an address. */
  readonly rates: { readonly perCaller: number; readonly failuresPerAddress: number }
  /** How long a client may take to send the head of a request, and all of it. */
  readonly timeouts: Timeouts
  /** What `/metrics` tells. */
  readonly metrics: Metrics
  /** The folder of the built web pages; without it `/` tells what this is. */
  readonly pages: string | undefined
} & Omit<Gate, 'links' | 'browsers' | 'rates'>

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
  host: '127.0.0.1',
  port: 4111,
  isOpen: false,
  onDisconnect: 'abort',
  keepAliveMs: defaultKeepAliveMs,
  streams: { perCaller: 256, total: 4096 },
  rates: { perCaller: 600, failuresPerAddress: 60 },
  timeouts: { headersMs: 10_000, requestMs: 30_000 },
  allowedHosts: [],
  allowedOrigins: [],
  bodyLimitBytes: 4 * 1024 * 1024,
  log: undefined,
  pages: undefined,
}

/** Fails with `bind-refused` before it listens, and with `port-taken`. */
export async function serve(place: Place, given: Partial<ServerOptions> = {}): Promise<RunningServer> {
  const options = { ...defaultServerOptions, metrics: new Metrics(), ...given }
  const { host, port, isOpen, onDisconnect } = options
  const now = () => Date.now()
  const keys = new ApiKeys({ catalog: place.store.catalog, now })
  const fault = bindFault(host, await keys.hasValid(), isOpen)
  if (fault) throw fault
  const gate = gateOf(place, options, now)
  let isStopping = false
  const service: Service = {
    place,
    keys,
    isOpen,
    onDisconnect,
    keepAliveMs: keptAliveMs(options.keepAliveMs),
    get isStopping() {
      return isStopping
    },
    streams: new OpenStreams(options.streams),
    metrics: options.metrics,
    pages: options.pages === undefined ? undefined : await readPageFiles(options.pages),
    gate,
    now,
  }
  const server = httpServer(createApp(service), options.timeouts)
  const stop = () => {
    isStopping = true
  }
  return new Promise((resolve, reject) => {
    server.once('error', (cause) => reject(listenFault(cause, host, port)))
    server.listen(port, host, () => {
      const [url, ...otherUrls] = urlsOf({ host, ...(server.address() as AddressInfo) }, networkInterfaces())
      resolve({
        url,
        otherUrls,
        hasPages: service.pages !== undefined,
        loginLink: () => gate.links.make(url),
        stop,
        close: () => {
          stop()
          return endServer(server)
        },
      })
    })
  })
}

function gateOf({ store: { keyValue } }: Place, options: ServerOptions, now: () => number): Gate {
  const { rates, allowedHosts, allowedOrigins, bodyLimitBytes, log } = options
  return {
    links: new LoginLinks({ keyValue, now }),
    browsers: new BrowserSessions({ keyValue, now }),
    rates: { callers: new RateLimit(rates.perCaller), failures: new RateLimit(rates.failuresPerAddress) },
    allowedHosts,
    allowedOrigins,
    bodyLimitBytes,
    log,
  }
}
