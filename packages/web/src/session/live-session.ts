/** The connection to a session: one for all parts of the page that show it. */
import type { SessionEvent } from '@gyre/core'
import { ApiError, type SnapshotEvent, watchSession } from '@gyre/server/client'
import { api } from '../api/client.ts'
import { Breath } from './breath.ts'
import { SessionLog } from './session-log.ts'

export type Connection =
  /** Nothing has been told yet. */
  | { readonly state: 'loading' }
  | { readonly state: 'live' }
  /** The session is over: nothing more is to come. */
  | { readonly state: 'ended' }
  /** It was cut; it is tried again at this time. */
  | { readonly state: 'cut'; readonly retryAt: number }
  | { readonly state: 'refused'; readonly error: unknown }

/** How often the page is drawn anew at most: as often as an eye follows text. */
const drawEveryMs = 80

/** As often while more comes in than anybody follows: so many events since it was drawn. */
const drawPastEveryMs = 400
const mostFollowed = 100

/** A page that nobody looks at for so long lets go of its connection: a browser has few for one server. */
const hiddenForMs = 60_000

export class LiveSession {
  readonly log: SessionLog
  connection: Connection = { state: 'loading' }
  /** Changes whenever something does. */
  version = 0
  readonly #listeners = new Set<() => void>()
  #ending = new AbortController()
  #timer: ReturnType<typeof setTimeout> | undefined
  #hidden: ReturnType<typeof setTimeout> | undefined
  #isWatching = false
  /** Facts that came since it was drawn. */
  #undrawn = 0
  readonly #breath = new Breath()

  constructor(id: string) {
    this.log = new SessionLog(id)
  }

  get isWatched(): boolean {
    return this.#listeners.size > 0
  }

  /** Watches as long as anybody listens. */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    if (this.#listeners.size === 1) this.#open()
    return () => {
      this.#listeners.delete(listener)
      // Another part of the page may take over in the same breath.
      queueMicrotask(() => {
        if (this.#listeners.size === 0) this.#close()
      })
    }
  }

  /** Tries again at once, as when the network is back or gone, or somebody does not want to wait. */
  reconnect = (): void => {
    if (this.#listeners.size === 0 || this.connection.state === 'ended') return
    this.#leave()
    void this.#watch()
  }

  #open(): void {
    addEventListener('online', this.reconnect)
    // A stream over a network that is gone says nothing of it; another try does, unless the server is on this machine.
    addEventListener('offline', this.reconnect)
    document.addEventListener('visibilitychange', this.#onVisibility)
    if (!this.#isWatching && this.connection.state !== 'ended') void this.#watch()
  }

  #close(): void {
    removeEventListener('online', this.reconnect)
    removeEventListener('offline', this.reconnect)
    document.removeEventListener('visibilitychange', this.#onVisibility)
    clearTimeout(this.#hidden)
    this.#leave()
  }

  #leave(): void {
    this.#isWatching = false
    this.#ending.abort()
    this.#ending = new AbortController()
  }

  #onVisibility = (): void => {
    clearTimeout(this.#hidden)
    if (document.hidden) this.#hidden = setTimeout(() => this.#leave(), hiddenForMs)
    else if (!this.#isWatching) this.reconnect()
  }

  async #watch(): Promise<void> {
    const { signal } = this.#ending
    this.#isWatching = true
    try {
      const events = watchSession(api, this.log.id, {
        after: this.log.view.seq,
        missed: 'facts',
        signal,
        maxFailures: Number.POSITIVE_INFINITY,
        onOpen: () => this.#opened(),
        onRetry: ({ waitMs }) => this.#connected({ state: 'cut', retryAt: Date.now() + waitMs }),
      })
      for await (const event of events) {
        if (signal.aborted) return
        this.#told(event)
        await this.#breath.taken()
      }
      if (!signal.aborted) this.#connected({ state: 'ended' })
    } catch (error) {
      if (!signal.aborted) this.#connected({ state: 'refused', error })
    } finally {
      if (!signal.aborted) this.#isWatching = false
    }
  }

  /** Who waits for a person tells nothing for long: that it is connected again is told at once. */
  #opened(): void {
    if (this.connection.state === 'cut' || this.connection.state === 'refused') this.#connected({ state: 'live' })
  }

  #told(event: SessionEvent | SnapshotEvent): void {
    if (event.type !== 'snapshot') this.log.apply(event)
    if (this.connection.state !== 'live') this.connection = { state: 'live' }
    this.#undrawn += 1
    this.#drawSoon()
  }

  #connected(connection: Connection): void {
    this.connection = connection
    // In a turn of its own: the facts that came just before were work enough for this one.
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#draw())
  }

  #drawSoon(): void {
    this.#timer ??= setTimeout(() => this.#drawWhenDue(), drawEveryMs)
  }

  /** While its past comes in, nobody can follow it anyway: it is drawn seldom then, and comes in sooner. */
  #drawWhenDue(): void {
    if (this.#undrawn <= mostFollowed) this.#draw()
    else this.#timer = setTimeout(() => this.#draw(), drawPastEveryMs)
  }

  #draw(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#undrawn = 0
    this.version += 1
    for (const listener of this.#listeners) listener()
  }
}

/** What a person is told of a session that cannot be watched. */
export function isUnknown({ connection }: LiveSession): boolean {
  return connection.state === 'refused' && connection.error instanceof ApiError && connection.error.status === 404
}
