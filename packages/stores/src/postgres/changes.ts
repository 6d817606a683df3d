/** News of sessions: who here wants to hear of what was done elsewhere, and what is told to others. */
import type { ChangeListeners } from '../change-listeners.ts'
import type { Database } from './database.ts'
import { Echoes } from './echoes.ts'
import type { Listener } from './listener.ts'
import { PacedWork } from './paced-work.ts'
import type { PostgresRelay } from './relay.ts'

export type ChangesOptions = {
  readonly database: Database
  readonly listener: Listener
  readonly listeners: ChangeListeners
  readonly relay: PostgresRelay
}

/** What is written here is told to several listeners no more often than this. */
const tellMs = 20

export class Changes {
  readonly #options: ChangesOptions
  readonly #echoes = new Echoes()
  /** Sessions that were written here, while several listen. */
  readonly #written = new Set<string>()
  readonly #telling = new PacedWork(tellMs, async () => this.#tellWritten())
  #stopHearing: (() => void) | undefined

  constructor(options: ChangesOptions) {
    this.#options = options
  }

  listen(heard: (session?: string) => void): () => void {
    const { listeners, relay } = this.#options
    const end = listeners.add(heard)
    this.#hear()
    relay.attend()
    return () => {
      end()
      if (listeners.size === 0) this.#rest()
    }
  }

  /** This process committed facts of a session, or parked it: told to those elsewhere who follow it. */
  wrote(session: string): void {
    const { listeners, relay } = this.#options
    relay.wrote(session)
    // Whoever listens alone wrote it.
    if (!listeners.isShared) return
    this.#written.add(session)
    this.#telling.want()
  }

  /** This process sent, edited or withdrew an intervention; the statement that did it told the others. */
  woke(session: string): void {
    if (this.#echoes.isNewsWhenSent(session)) this.#options.listeners.tell(session)
  }

  /** The worker looked at its sessions and saw that somebody sent something to this one. */
  saw(session: string): void {
    this.#options.listeners.tell(session)
  }

  close(): void {
    this.#options.listeners.clear()
    this.#rest()
    void this.#telling.close()
  }

  #hear(): void {
    const { listener, listeners } = this.#options
    this.#stopHearing ??= listener.on(
      'wake',
      (session) => {
        if (this.#echoes.isNewsWhenHeard(session)) listeners.tell(session)
      },
      (wasAway) => {
        if (!wasAway) return this.#echoes.begin()
        // What was sent while nothing was heard has no echo, and what came may have been for any session.
        this.#echoes.forget()
        listeners.tell()
      },
    )
  }

  #rest(): void {
    this.#stopHearing?.()
    this.#stopHearing = undefined
  }

  #tellWritten(): void {
    const { listeners, relay } = this.#options
    const sessions = [...this.#written]
    this.#written.clear()
    for (const session of sessions) {
      listeners.tell(session)
      relay.tellHere(session, [])
    }
  }
}
