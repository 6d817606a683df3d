/** Watching a session over the network: a stream that was cut is taken up where it was. */
import type { SessionEvent, SessionRecord } from '@gyre/core'
import { before, defaultSilenceMs } from '../http/keep-alive.ts'
import { ApiError } from './api-error.ts'
import type { GyreClient } from './gyre-client.ts'
import { sseMessages } from './sse-messages.ts'

/** How the whole session stands: told first, and to who has missed too much. */
export type SnapshotEvent = { readonly type: 'snapshot'; readonly seq: number; readonly record: SessionRecord }

/** Where the watching begins, what is left out, and how it bears a bad line. */
export type WatchOptions = {
  /** The last fact that is known; 0 for all from the first. Without it a snapshot comes first. */
  readonly after?: number
  /** `false` leaves out what previews a fact. */
  readonly deltas?: boolean
  /** What who has missed much is told: how the session stands, or every fact all the same. */
  readonly missed?: 'snapshot' | 'facts'
  /** Ends the watching. */
  readonly signal?: AbortSignal
  /** Told of each stream that begins: one may say nothing for long. */
  readonly onOpen?: () => void
  /** Told before each wait for another try. */
  readonly onRetry?: (retry: WatchRetry) => void
  /** So many tries that came to no stream, one after the other, are enough: then it fails as the last of them did. */
  readonly maxFailures?: number
  /** A stream that says nothing for so long, not even that it is there, was cut: another is asked for. */
  readonly silenceMs?: number
}

/** Why another stream is asked for, and how long that waits. */
export type WatchRetry = {
  /** Why there is no stream; undefined when there was one, and it ended before the session did. */
  readonly error: unknown
  /** Tries without a stream, one after the other, so far. */
  readonly failures: number
  readonly waitMs: number
}

const defaultRetryMs = 2000
const longestRetryMs = 30_000
const defaultMaxFailures = 10

/** Where a watcher is: the last fact it was told, and how it does with its connections. */
type Place = {
  last: string | undefined
  retryMs: number
  /** Connections in a row that told nothing. */
  inVain: number
  failures: number
  /** Why the last try came to no stream. */
  error: unknown
  hasEnded: boolean
}

/**
 * Every fact once and in order, until the session has ended. Fails with an `ApiError` when it may not be watched, and
 * with what the last try met when too many come to nothing.
 */
export async function* watchSession(
  client: GyreClient,
  session: string,
  options: WatchOptions = {},
): AsyncGenerator<SessionEvent | SnapshotEvent, void, undefined> {
  const { after, deltas = true, missed = 'snapshot', signal, ...told } = options
  const { maxFailures = defaultMaxFailures, silenceMs = defaultSilenceMs } = options
  const last = after === undefined ? undefined : String(after)
  const place: Place = { last, retryMs: defaultRetryMs, inVain: 0, failures: 0, error: undefined, hasEnded: false }
  while (!place.hasEnded && !signal?.aborted) {
    const body = await connect(client, session, { place, deltas, missed, signal, silenceMs })
    if (body) {
      told.onOpen?.()
      yield* follow(body, place, silenceMs)
    }
    if (place.hasEnded || signal?.aborted) return
    const { failures, error } = place
    if (failures >= maxFailures) throw error
    const waitMs = waitOf(place)
    told.onRetry?.({ error, failures, waitMs })
    place.inVain += 1
    await pause(waitMs, signal)
  }
}

type Connecting = Required<Pick<WatchOptions, 'deltas' | 'missed' | 'silenceMs'>> & {
  readonly place: Place
  readonly signal: AbortSignal | undefined
}

/** A stream to read; undefined when there is none now. */
async function connect(client: GyreClient, id: string, { place, deltas, missed, signal, silenceMs }: Connecting) {
  const givingUp = new AbortController()
  try {
    const query = { deltas: deltas ? ('true' as const) : ('false' as const), missed }
    const options = {
      ...(place.last !== undefined && { headers: { 'last-event-id': place.last } }),
      init: { signal: signal ? AbortSignal.any([signal, givingUp.signal]) : givingUp.signal },
    }
    const answer: Promise<Response> = client.sessions[':id'].events.$get({ param: { id }, query }, options)
    const response = await before(silenceMs, answer)
    if (!response) throw new Error(`Nobody answered within ${silenceMs / 1000} s.`)
    // Nothing is to come: all was told before.
    if (response.status === 204) place.hasEnded = true
    else refuseOther(response)
    place.failures = 0
    place.error = undefined
    return response.body
  } catch (error) {
    givingUp.abort()
    if (error instanceof ApiError && !isPassing(error)) throw error
    place.failures += 1
    place.error = error
    return undefined
  }
}

/** Whatever else answers at a wrong address is no stream of ours. */
function refuseOther({ status, headers }: Response): void {
  if (headers.get('content-type')?.startsWith('text/event-stream')) return
  const message = `${status}: what was answered is no event stream.`
  throw new ApiError(status, {
    code: 'server-failed',
    message,
    fix: 'Check that the address is that of a Gyre server.',
  })
}

/** Too much at once, or a server that is down for now: it may be tried again. */
function isPassing({ status }: ApiError): boolean {
  return status === 429 || status >= 500
}

async function* follow(
  body: ReadableStream<Uint8Array>,
  place: Place,
  silenceMs: number,
): AsyncGenerator<SessionEvent | SnapshotEvent, void, undefined> {
  const messages = sseMessages(body, silenceMs)
  try {
    for (let message = await nextOf(messages); message && !place.hasEnded; message = await nextOf(messages)) {
      place.inVain = 0
      place.last = message.id ?? place.last
      place.retryMs = message.retryMs ?? place.retryMs
      place.hasEnded = message.event === 'session.ended'
      const data = JSON.parse(message.data) as SessionEvent | Omit<SnapshotEvent, 'type'>
      yield 'record' in data ? { type: 'snapshot', ...data } : data
    }
  } finally {
    await messages.return()
  }
}

/** A connection that broke is one that ended. */
async function nextOf(messages: ReturnType<typeof sseMessages>) {
  try {
    const { value } = await messages.next()
    return value ?? undefined
  } catch {
    // It is connected again from the last fact on.
    return undefined
  }
}

/** How long to wait before the next try: longer after each that told nothing, and as long as the server asks for. */
function waitOf({ retryMs, inVain, error }: Place): number {
  const asked = error instanceof ApiError ? (error.retryAfterMs ?? 0) : 0
  return Math.max(Math.min(retryMs * 2 ** inVain, longestRetryMs), asked)
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal?.addEventListener('abort', done)
  })
}
