/** The connections of one fetch: kept for a while, each made to checked addresses. */
import { GyreError } from '@gyre/core'
import type { Agent, RequestInit, Response } from 'undici'
import { type AddressRules, checkedAddresses } from '../addresses/checked-addresses.ts'
import { placeOf } from '../addresses/host-permissions.ts'
import type { Connected, Dial, Target } from './dial.ts'
import type { Undici } from './undici.ts'

export type ConnectionOptions = {
  readonly undici: Undici
  readonly rules: AddressRules
  readonly dial: Dial
  readonly timeoutMs: number
}

const connectTimeoutMs = 10_000
const connectionsPerOrigin = 8

export class Connections {
  readonly #options: ConnectionOptions
  readonly #agent: Agent
  /** How many requests wait for an answer, by origin. */
  readonly #waiting = new Map<string, number>()
  /** Connections in the making, by origin. */
  readonly #attempts = new Map<AbortController, string>()

  constructor(options: ConnectionOptions) {
    this.#options = options
    this.#agent = new options.undici.Agent({
      connect: (target, connected) => this.#connect(target, connected),
      connections: connectionsPerOrigin,
      allowH2: false,
      // The deadline of the fetch is for all of it.
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveMaxTimeout: 30_000,
    })
  }

  /** One request and its answer, whatever it is; the signal destroys the connection. */
  async send(url: URL, request: RequestInit): Promise<Response> {
    const { origin } = url
    this.#waiting.set(origin, (this.#waiting.get(origin) ?? 0) + 1)
    try {
      return await this.#options.undici.fetch(url.href, { ...request, redirect: 'manual', dispatcher: this.#agent })
    } finally {
      this.#waitsNoMore(origin)
    }
  }

  /** Ends every connection, also those in use. */
  async close(): Promise<void> {
    await this.#agent.destroy(new GyreError('fetch-failed', 'The fetch was closed meanwhile.', { reason: 'closed' }))
  }

  #connect(target: Target, connected: Connected): void {
    const attempt = new AbortController()
    this.#attempts.set(attempt, `${target.protocol}//${target.host}`)
    this.#socketFor(target, attempt.signal)
      .finally(() => this.#attempts.delete(attempt))
      .then(
        (socket) => connected(null, socket),
        (error: Error) => connected(error, null),
      )
  }

  async #socketFor(target: Target, signal: AbortSignal) {
    const { undici, rules, dial, timeoutMs } = this.#options
    const addresses = await checkedAddresses(placeOf(target), rules)
    signal.throwIfAborted()
    return dial(target, addresses, { undici, timeoutMs: Math.min(timeoutMs, connectTimeoutMs), signal })
  }

  /** A connection in the making that nobody waits for is given up: the client would finish it. */
  #waitsNoMore(origin: string): void {
    const left = (this.#waiting.get(origin) ?? 0) - 1
    if (left > 0) {
      this.#waiting.set(origin, left)
      return
    }
    this.#waiting.delete(origin)
    for (const [attempt, to] of this.#attempts) if (to === origin) attempt.abort()
  }
}
