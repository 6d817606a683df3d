/** Notices what other processes commit, at the price of one pragma every 100 ms while somebody listens. */
import type { StatementSync } from 'node:sqlite'
import type { ChangeListeners } from '../change-listeners.ts'
import type { Connection } from './connection.ts'

const intervalMs = 100

export class ChangeWatch {
  readonly #connection: Connection
  readonly #changes: ChangeListeners
  readonly #version: StatementSync
  #timer: NodeJS.Timeout | undefined
  #seen: unknown

  constructor(connection: Connection, changes: ChangeListeners) {
    this.#connection = connection
    this.#changes = changes
    this.#version = connection.prepare('PRAGMA data_version')
  }

  listen(listener: (session?: string) => void): () => void {
    const end = this.#changes.add(listener)
    this.#start()
    return () => {
      end()
      if (this.#changes.size === 0) this.#stop()
    }
  }

  close(): void {
    this.#changes.clear()
    this.#stop()
  }

  #start(): void {
    if (this.#timer !== undefined) return
    this.#seen = this.#look()
    this.#timer = setInterval(() => this.#poll(), intervalMs)
    this.#timer.unref()
  }

  #stop(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  #poll(): void {
    const version = this.#look()
    if (version === this.#seen) return
    this.#seen = version
    this.#changes.tell()
  }

  /** Moves on with each commit of another connection, and with none of this one. */
  #look(): unknown {
    if (!this.#connection.database.isOpen) return this.#seen
    try {
      return this.#version.get()?.['data_version']
    } catch {
      // A file in trouble fails whoever reads or writes it next; a timer has nobody to tell.
      return this.#seen
    }
  }
}
