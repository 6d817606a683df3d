/** What a safe fetch is told, and what it is. */
import type { Lookup } from './addresses/checked-addresses.ts'
import type { PermissionOptions } from './addresses/host-permissions.ts'

/** What may be reached, and how long and how much of it. */
export type SafeFetchOptions = PermissionOptions & {
  /** Gives the addresses of a name; the system's resolver when left out. */
  readonly lookup?: Lookup
  /** 5 when left out. */
  readonly maxRedirects?: number
  /** For the whole of it: the name, every redirect, and the last byte of the body. */
  readonly timeoutMs?: number
  /** The largest body, after unpacking. */
  readonly maxBytes?: number
  /** How it names itself to servers; `Gyre` when left out. */
  readonly userAgent?: string
}

/** The parts of a standard request that are heeded, and the media types that the caller can read. */
export type SafeFetchInit = Pick<RequestInit, 'method' | 'headers' | 'body' | 'signal' | 'redirect'> & {
  /** Such as `text/html`, `text/*`, `application/*+xml`. A page of any other type is refused unread. */
  readonly contentTypes?: readonly string[]
  /** The status is what counts: a body that says it is too large fails when it is read, not before. */
  readonly isStatusEnough?: boolean
  /** Asked before each redirect is followed; what it throws ends the request. Its time does not count. */
  readonly beforeRedirect?: (to: URL) => Promise<void>
}

/** A fetch that reaches public hosts only, unless others are allowed. Fails with `address-refused` and `fetch-failed`. */
export type SafeFetch = (url: string | URL, init?: SafeFetchInit) => Promise<Response>

/** A safe fetch whose connections can be closed. */
export type ClosableFetch = SafeFetch & {
  /** Ends every connection. Idle ones end by themselves and keep no process alive. */
  close(): Promise<void>
}
