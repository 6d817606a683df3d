/** What every handler is given. */
import type { Json } from '@gyre/core'
import type { HttpBindings } from '@hono/node-server'
import type { ApiKeys } from '../auth/api-keys.ts'
import type { Caller, Role } from '../auth/caller.ts'
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

/** A user of the program that the application is a part of. */
export type AppUser = {
  /** Whose sessions they open. */
  readonly owner: string
  /** `user` when left out. An `admin` of the owner `local` runs the server itself. */
  readonly role?: Role
  /** The personas and loops they may use; all when left out. */
  readonly personas?: readonly string[]
}

/** Where an application is put that is a part of another. */
export type Mount = {
  /** The path it is under, such as `/gyre`; requests may come with it or without. */
  readonly prefix: string
  /**
   * Who sends a request, where the program knows: by a login of its own, say. Others are asked for a key. The second
   * argument is what `fetch` was given; behind `listener` it has `incoming`. The body is not to be read.
   */
  readonly identify: Identify | undefined
}

export type Identify = (
  request: Request,
  env: Partial<HttpBindings>,
) => AppUser | undefined | Promise<AppUser | undefined>

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
  /** Undefined for a server with an address of its own. */
  readonly mount: Mount | undefined
  /** Whether the server is shutting down: sessions whose clients it leaves are suspended, never aborted. */
  readonly isStopping: boolean
  now(): number
}
