/** Places for calls that run at the same time: whoever finds none waits, in order. */

/** Gives the place back; a second time does nothing. */
export type Release = () => void

export class Slots {
  #capacity: number
  #taken = 0
  readonly #waiting = new Set<() => void>()

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  /** More places are taken at once by those who wait; of fewer, those that are taken stay so until they are given back. */
  resize(capacity: number): void {
    this.#capacity = capacity
    this.#handOn()
  }

  /** A place, as soon as there is one. Rejects with the signal's reason when it aborts before. */
  async take(signal: AbortSignal): Promise<Release> {
    signal.throwIfAborted()
    if (this.#taken < this.#capacity) this.#taken++
    else await this.#turn(signal)
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      this.#taken--
      this.#handOn()
    }
  }

  #turn(signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const go = () => {
      signal.removeEventListener('abort', leave)
      resolve()
    }
    const leave = () => {
      this.#waiting.delete(go)
      reject(signal.reason)
    }
    this.#waiting.add(go)
    signal.addEventListener('abort', leave, { once: true })
    return promise
  }

  /** The place is taken here, for the one who waited longest: nobody who comes meanwhile can be faster. */
  #handOn(): void {
    for (const go of this.#waiting) {
      if (this.#taken >= this.#capacity) return
      this.#waiting.delete(go)
      this.#taken++
      go()
    }
  }
}
