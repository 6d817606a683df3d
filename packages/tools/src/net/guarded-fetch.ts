/** A fetch that goes only where it may: each hop is checked, each connection made to a checked address. */
import { addressCheck } from './addresses/address-rule.ts'
import { lookupBySystem } from './addresses/checked-addresses.ts'
import { fetchableUrl } from './addresses/fetchable-url.ts'
import { HostPermissions } from './addresses/host-permissions.ts'
import { Connections } from './exchange/connections.ts'
import { Deadline } from './exchange/deadline.ts'
import type { Dial } from './exchange/dial.ts'
import { asFetchFailure, fetchFailed, tooSlow } from './exchange/failure.ts'
import { fetchedResponse } from './exchange/fetched-response.ts'
import { type OutgoingRequest, outgoingRequest, redirected, sendable } from './exchange/outgoing-request.ts'
import { redirectTarget } from './exchange/redirect-target.ts'
import { RedirectTrail, unwantedRedirect } from './exchange/redirect-trail.ts'
import { loadUndici, type Undici } from './exchange/undici.ts'
import type { ClosableFetch, SafeFetchInit, SafeFetchOptions } from './safe-fetch-options.ts'

type Ready = { readonly undici: Undici; readonly connections: Connections }

type Flight = { readonly connections: Connections; readonly deadline: Deadline }

export function guardedFetch(options: SafeFetchOptions, dial: Dial): ClosableFetch {
  const guarded = new GuardedFetch(options, dial)
  return Object.assign((url: string | URL, init: SafeFetchInit = {}) => guarded.fetch(url, init), {
    close: () => guarded.close(),
  })
}

const defaults = { lookup: lookupBySystem, maxRedirects: 5, timeoutMs: 30_000, maxBytes: 10_000_000, userAgent: 'Gyre' }

class GuardedFetch {
  readonly #options: SafeFetchOptions & typeof defaults
  readonly #permissions: HostPermissions
  readonly #dial: Dial
  #opening: Promise<Ready> | undefined
  #isClosed = false

  constructor(options: SafeFetchOptions, dial: Dial) {
    this.#options = { ...defaults, ...options }
    this.#permissions = new HostPermissions(options)
    this.#dial = dial
  }

  async fetch(url: string | URL, init: SafeFetchInit): Promise<Response> {
    const first = fetchableUrl(url, this.#permissions)
    const host = first.hostname
    if (this.#isClosed) throw fetchFailed('The fetch is closed.', { host, reason: 'closed' })
    const { timeoutMs } = this.#options
    const tooLate = () => tooSlow(host, timeoutMs)
    const deadline = new Deadline({ timeoutMs, tooLate, outer: init.signal ?? undefined })
    try {
      const { undici, connections } = await this.#opened()
      const request = await outgoingRequest(first, init, { undici, userAgent: this.#options.userAgent })
      return await this.#follow(request, init, { connections, deadline })
    } catch (error) {
      // What came of the answer is of no use: the connection goes, too.
      if (!deadline.signal.aborted) deadline.cut(asFetchFailure(error, host))
      throw deadline.signal.reason
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    // What could not be opened needs no closing.
    const ready = await this.#opening?.catch(() => undefined)
    await ready?.connections.close()
  }

  #opened(): Promise<Ready> {
    this.#opening ??= this.#open().catch((error: unknown) => {
      this.#opening = undefined
      throw error
    })
    return this.#opening
  }

  async #open(): Promise<Ready> {
    const { lookup, timeoutMs } = this.#options
    const undici = await loadUndici()
    const rules = { check: await addressCheck(), permissions: this.#permissions, lookup }
    return { undici, connections: new Connections({ undici, rules, dial: this.#dial, timeoutMs }) }
  }

  /** Every redirect is a request of its own, checked from the start. */
  async #follow(first: OutgoingRequest, init: SafeFetchInit, { connections, deadline }: Flight): Promise<Response> {
    const trail = new RedirectTrail(this.#options.maxRedirects)
    for (let request = first; ; ) {
      const { url } = request
      const host = url.hostname
      const sending = connections.send(url, { ...sendable(request), signal: deadline.signal })
      const answer = await sending.catch((error: unknown) => {
        throw asFetchFailure(error, host)
      })
      const to = init.redirect === 'manual' ? undefined : redirectTarget(answer, url)
      if (to === undefined) {
        const { contentTypes, isStatusEnough = false } = init
        const arrival = { url, wasRedirected: request !== first, contentTypes, isStatusEnough }
        return fetchedResponse(answer, arrival, { host, maxBytes: this.#options.maxBytes, deadline })
      }
      if (init.redirect === 'error') throw unwantedRedirect(host)
      trail.note(request)
      await answer.body?.cancel()
      request = redirected(request, { status: answer.status, to: fetchableUrl(to, this.#permissions) })
      // How long the caller thinks is not the doing of a host.
      deadline.pause()
      await init.beforeRedirect?.(request.url)
      deadline.resume()
    }
  }
}
