/** Watches a session: folds its events and hands them to what shows them. */
import type { Runtime, SessionEvent } from '@gyre/core'
import { SessionPicture } from '../terminal/session-picture.ts'
import type { SessionShow } from './session-show.ts'

export class SessionWatch {
  readonly picture: SessionPicture
  /** Resolves when no more events will come. */
  readonly done: Promise<void>
  readonly #show: SessionShow
  readonly #events: AsyncGenerator<SessionEvent, void, undefined>
  #listeners = new Set<() => void>()
  #isOver = false

  /** What came up to the fact `after` was shown before. */
  constructor(runtime: Runtime, id: string, show: SessionShow, after = 0) {
    this.picture = new SessionPicture(after)
    this.#show = show
    this.#events = runtime.events(id)
    this.done = this.#follow()
    // Who waits for it is told; nobody need wait.
    this.done.catch(() => {})
  }

  /** Whether no more events will come. */
  get isOver(): boolean {
    return this.#isOver
  }

  /** Resolves with the next event, or when there are no more. */
  next(): Promise<void> {
    if (this.#isOver) return Promise.resolve()
    return new Promise((resolve) => this.#listeners.add(resolve))
  }

  /** Resolves when what is known is so, or when there is nothing more to know. */
  async until(isSo: (picture: SessionPicture) => boolean): Promise<void> {
    while (!this.#isOver && !isSo(this.picture)) await this.next()
  }

  async #follow(): Promise<void> {
    try {
      for await (const event of this.#events) {
        const step = this.picture.apply(event)
        this.#show.event(event, this.picture, step)
        this.#wake()
      }
    } finally {
      this.#isOver = true
      this.#wake()
    }
  }

  #wake(): void {
    const listeners = this.#listeners
    this.#listeners = new Set()
    for (const listener of listeners) listener()
  }
}
