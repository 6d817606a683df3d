/** Long work gives others their turn: nothing keeps the event loop for more than a few milliseconds. */
import { setImmediate } from 'node:timers/promises'

const longestMs = 8

export class Turns {
  #since = performance.now()

  get isOver(): boolean {
    return performance.now() - this.#since >= longestMs
  }

  async give(): Promise<void> {
    await setImmediate()
    this.#since = performance.now()
  }
}
