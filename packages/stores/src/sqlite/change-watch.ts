/**
 * Notices what other processes commit, at the price of one pragma every 100 ms while somebody listens; and what
 * this one does, when several listen: what one of them writes is news to the others.
 */
import type { StatementSync } from 'node:sqlite'
import type { ChangeListeners } from '../change-listeners.ts'
import type { Connection } from './connection.ts'
import type { GroupCommit } from './group-commit.ts'

const intervalMs = 100

export class ChangeWatch {
  readonly #connection: Connection
  readonly #changes: ChangeListeners
  readonly #commits: GroupCommit
  readonly #version: StatementSync
  #timer: NodeJS.Timeout | undefined
  #seen: unknown
  #seenCommits = 0

  constructor(connection: Connection, commits: GroupCommit, changes: ChangeListeners) {
    this.#connection = connection
    this.#commits = commits
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
    const { count } = this.#commits
    const isNews = version !== this.#seen || (count !== this.#seenCommits && this.#changes.isShared)
    this.#seen = version
    this.#seenCommits = count
    if (isNews) this.#changes.tell()
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
