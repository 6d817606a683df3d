/** What is asked of a PostgreSQL that sessions are kept in. No session is changed there. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FleetWorker, PostgresDispatcher, PostgresStore, QueuedLoop } from '@gyre/stores/postgres'

export type PostgresFacts = {
  readonly address: string
  readonly version: string
  readonly roundTripMs: number
  /** Of the tables. */
  readonly format: string
  /** The keys in use: the one that is noted there, and ours. */
  readonly key: { readonly noted: string | null; readonly own: string }
  /** The version of pgvector; null where it is not in use. */
  readonly vectors: { readonly installed: string | null; readonly isAvailable: boolean }
  readonly isHeard: boolean
  /** How far the clock of the server is before ours. */
  readonly clockAheadMs: number
  readonly sessions: number
  readonly running: number
  readonly bytes: number
  /** Those that were there a moment ago. */
  readonly workers: readonly FleetWorker[]
  /** Those whose time has come. */
  readonly queued: readonly QueuedLoop[]
  /** How many wait for their time. */
  readonly later: number
  /** Sessions that were set aside because their worker died again and again. */
  readonly setAside: readonly string[]
}

/** What is said is heard within milliseconds, where it is heard at all. */
const hearMs = 2000
const pings = 3

const now = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint'

export async function postgresFacts(store: PostgresStore, dispatcher: PostgresDispatcher): Promise<PostgresFacts> {
  const { database, keys } = store
  const { roundTripMs, clockAheadMs } = await pinged(store)
  const [server] = await database.rows<ServerRow>(serverSql)
  const [letters, fleet] = [await dispatcher.deadLetters(), await dispatcher.fleet()]
  return {
    address: database.address,
    version: server?.version ?? '',
    roundTripMs,
    clockAheadMs,
    format: server?.format ?? '',
    key: { noted: server?.key ?? null, own: keys.current.id },
    vectors: { installed: server?.vector ?? null, isAvailable: server?.can_have_vector ?? false },
    isHeard: await isHeard(store),
    sessions: server?.sessions ?? 0,
    running: fleet.sessions.running,
    bytes: server?.bytes ?? 0,
    workers: fleet.workers,
    queued: fleet.queued,
    later: fleet.sessions.later,
    setAside: letters.map(({ session }) => session),
  }
}

type ServerRow = {
  readonly version: string
  readonly format: string
  readonly key: string | null
  readonly vector: string | null
  readonly can_have_vector: boolean
  readonly sessions: number
  readonly bytes: number
}

const serverSql = `
  SELECT current_setting('server_version') AS version,
    (SELECT value FROM meta WHERE name = 'version') AS format,
    (SELECT value FROM meta WHERE name = 'key') AS key,
    (SELECT extversion FROM pg_extension WHERE extname = 'vector') AS vector,
    EXISTS (SELECT 1 FROM pg_available_extensions WHERE name = 'vector') AS can_have_vector,
    (SELECT count(*) FROM session) AS sessions,
    pg_database_size(current_database()) AS bytes`

/** The quickest of some: the first may have to connect. */
async function pinged({ database }: PostgresStore) {
  let best = { roundTripMs: Number.POSITIVE_INFINITY, clockAheadMs: 0 }
  for (let ping = 1; ping <= pings; ping++) {
    const [sentAt, began] = [Date.now(), performance.now()]
    const [row] = await database.rows<{ at: number }>(`SELECT ${now} AS at`)
    const roundTripMs = performance.now() - began
    const clockAheadMs = (row?.at ?? sentAt) - (sentAt + roundTripMs / 2)
    if (roundTripMs < best.roundTripMs) best = { roundTripMs, clockAheadMs }
  }
  return best
}

/** Whether what is said to a channel is heard here: through some poolers it never is. */
async function isHeard({ database, listener }: PostgresStore): Promise<boolean> {
  const [word, heard] = [randomUUID(), Promise.withResolvers<boolean>()]
  const forget = listener.on('doctor', (payload) => {
    if (payload === word) heard.resolve(true)
  })
  const stop = new AbortController()
  const say = async () => {
    // What is said before the connection listens is missed: it is said again.
    for (const endsAt = Date.now() + hearMs; Date.now() < endsAt && !stop.signal.aborted; await sleep(100)) {
      await database.rows('SELECT pg_notify($1, $2)', [database.channel('doctor'), word])
    }
    return false
  }
  try {
    return await Promise.race([heard.promise, say()])
  } finally {
    stop.abort()
    forget()
  }
}
