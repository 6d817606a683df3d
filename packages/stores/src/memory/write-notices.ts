/** Tells those who share a store in memory that one of them wrote to it: once a turn, however much it was. */
import type { ChangeListeners } from '../change-listeners.ts'

export class WriteNotices {
  readonly #changes: ChangeListeners
  #isDue = false

  constructor(changes: ChangeListeners) {
    this.#changes = changes
  }

  /** Something was written. Whoever wrote it knows, so a single listener is told nothing. */
  wrote(): void {
    if (this.#isDue || !this.#changes.isShared) return
    this.#isDue = true
    setImmediate(() => {
      this.#isDue = false
      this.#changes.tell()
    })
  }
}
