/** What decides whom a server lets in, and what it takes from them. */
import type { BrowserSessions } from '../auth/browser-sessions.ts'
import type { LoginLinks } from '../auth/login-links.ts'
import type { RateLimit } from './rate-limit.ts'

export type Gate = {
  readonly links: LoginLinks
  readonly browsers: BrowserSessions
  readonly rates: {
    readonly callers: RateLimit
    /** Failed tries to be let in, by address. */
    readonly failures: RateLimit
  }
  /** Names, with or without a port, that the server is reached by beside its own. */
  readonly allowedHosts: readonly string[]
  /** Origins whose pages may call, with a key: `https://chat.example.com`. */
  readonly allowedOrigins: readonly string[]
  readonly bodyLimitBytes: number
  readonly log: ((entry: LogEntry) => void) | undefined
}

/** A line of the request log. It holds nothing of what was sent but method and path. */
export type LogEntry = {
  /** ISO 8601. */
  readonly at: string
  readonly level: 'debug' | 'info' | 'warn' | 'error'
  readonly message: string
  readonly requestId: string
  readonly method: string
  readonly path: string
  readonly status: number
  readonly ms: number
  /** Whom records name; null for who was not let in. */
  readonly caller: string | null
  /** Bytes sent to the client, head included; null when nothing went over a wire. */
  readonly bytes: number | null
  /** What nobody foresaw, with where it happened; secrets are taken out. */
  readonly error?: string
}
