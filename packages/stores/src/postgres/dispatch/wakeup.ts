/** Waits for a call or for some time to pass. A call that comes while nobody waits counts for the next who does. */
export class Wakeup {
  #isCalled = false
  #wake: (() => void) | undefined

  call(): void {
    this.#isCalled = true
    this.#wake?.()
  }

  async wait(ms: number): Promise<void> {
    if (!this.#isCalled) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms)
        this.#wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
    this.#wake = undefined
    this.#isCalled = false
  }
}
