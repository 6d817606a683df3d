/** What every handler is given. */
import type { Json } from '@gyre/core'
import type { HttpBindings } from '@hono/node-server'
import type { ApiKeys } from '../auth/api-keys.ts'
import type { Caller } from '../auth/caller.ts'
import type { Metrics } from '../observe/metrics.ts'
import type { PageFiles } from '../pages/page-files.ts'
import type { Place, Tenant } from '../place.ts'
import type { Gate } from './gate.ts'
import type { OpenStreams } from './open-streams.ts'

export type AppEnv = {
  Bindings: Partial<HttpBindings>
  Variables: {
    /** Set before any handler runs that needs one. */
    caller: Caller
    tenant: Tenant
    requestId: string
    /** The secret of the browser that is logged in; undefined for who has a key. */
    browser: string | undefined
    /** The body as it was parsed: see `readJson`. */
    body: Json | undefined
  }
}

/** What becomes of a session whose client went away. */
export type OnDisconnect = 'abort' | 'detach'

/** What the handlers of one server share. */
export type Service = {
  readonly place: Place
  readonly keys: ApiKeys
  /** Nobody is asked for a key: for a machine that nobody else can reach. */
  readonly isOpen: boolean
  readonly onDisconnect: OnDisconnect
  /** How often a silent stream says that it is still there. */
  readonly keepAliveMs: number
  readonly streams: OpenStreams
  readonly gate: Gate
  readonly metrics: Metrics
  /** The web pages, where they are installed. */
  readonly pages: PageFiles | undefined
  /** Whether the server is shutting down: sessions whose clients it leaves are suspended, never aborted. */
  readonly isStopping: boolean
  now(): number
}
