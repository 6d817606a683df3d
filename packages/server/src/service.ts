/** What the handlers of one server share, made of its place and its options. */
import { ApiKeys } from './auth/api-keys.ts'
import { BrowserSessions } from './auth/browser-sessions.ts'
import { LoginLinks } from './auth/login-links.ts'
import type { OnDisconnect, Service } from './http/app-env.ts'
import type { Gate } from './http/gate.ts'
import { defaultKeepAliveMs, keptAliveMs } from './http/keep-alive.ts'
import { OpenStreams, type StreamLimits } from './http/open-streams.ts'
import { RateLimit } from './http/rate-limit.ts'
import type { Metrics } from './observe/metrics.ts'
import type { Place } from './place.ts'

/** How requests are answered, wherever they come from. */
export type AnswerOptions = {
  readonly onDisconnect: OnDisconnect
  /** At most the default, which a larger one becomes: clients take a stream that is silent for three of it for cut. */
  readonly keepAliveMs: number
  readonly streams: StreamLimits
  /** Requests in a minute: of a caller, and failed tries to be let in of an address. */
  readonly rates: { readonly perCaller: number; readonly failuresPerAddress: number }
  /** What `/metrics` tells. */
  readonly metrics: Metrics
} & Omit<Gate, 'links' | 'browsers' | 'rates'>

export const defaultAnswerOptions: Omit<AnswerOptions, 'metrics'> = {
  onDisconnect: 'abort',
  keepAliveMs: defaultKeepAliveMs,
  streams: { perCaller: 256, total: 4096 },
  rates: { perCaller: 600, failuresPerAddress: 60 },
  allowedHosts: [],
  allowedOrigins: [],
  bodyLimitBytes: 4 * 1024 * 1024,
  log: undefined,
}

export type StoppableService = {
  readonly service: Service
  /** Begins nothing new. */
  stop(): void
}

type Ways = Pick<Service, 'isOpen' | 'pages' | 'mount'>

export function serviceOf(place: Place, options: AnswerOptions, ways: Ways): StoppableService {
  const now = () => Date.now()
  let isStopping = false
  const service: Service = {
    ...ways,
    place,
    keys: new ApiKeys({ catalog: place.store.catalog, now }),
    onDisconnect: options.onDisconnect,
    keepAliveMs: keptAliveMs(options.keepAliveMs),
    get isStopping() {
      return isStopping
    },
    streams: new OpenStreams(options.streams),
    metrics: options.metrics,
    gate: gateOf(place, options, now),
    now,
  }
  return {
    service,
    stop: () => {
      isStopping = true
    },
  }
}

function gateOf({ store: { keyValue } }: Place, options: AnswerOptions, now: () => number): Gate {
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
