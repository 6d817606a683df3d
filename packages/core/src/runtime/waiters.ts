/** Who waits for something of a session. Nothing is kept for a session nobody waits for. */
type Waiter<T> = { readonly resolve: (value: T) => void; readonly reject: (error: unknown) => void }

export class Waiters<T> {
  readonly #waiting = new Map<string, Set<Waiter<T>>>()

  /** Fails when the signal says that nobody waits any more. */
  wait(id: string, signal?: AbortSignal): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const leave = () => {
      this.#forget(id, waiter)
      reject(signal?.reason)
    }
    const over = () => signal?.removeEventListener('abort', leave)
    const waiter: Waiter<T> = {
      resolve: (value) => {
        over()
        resolve(value)
      },
      reject: (error) => {
        over()
        reject(error)
      },
    }
    signal?.addEventListener('abort', leave, { once: true })
    const waiters = this.#waiting.get(id) ?? new Set()
    this.#waiting.set(id, waiters.add(waiter))
    return promise
  }

  #forget(id: string, waiter: Waiter<T>): void {
    const waiters = this.#waiting.get(id)
    waiters?.delete(waiter)
    if (waiters?.size === 0) this.#waiting.delete(id)
  }

  has(id: string): boolean {
    return this.#waiting.has(id)
  }

  ids(): readonly string[] {
    return [...this.#waiting.keys()]
  }

  resolveAll(value: T): void {
    for (const id of this.ids()) this.resolve(id, value)
  }

  resolve(id: string, value: T): void {
    for (const waiter of this.#take(id)) waiter.resolve(value)
  }

  reject(id: string, error: unknown): void {
    for (const waiter of this.#take(id)) waiter.reject(error)
  }

  #take(id: string): Iterable<Waiter<T>> {
    const waiters = this.#waiting.get(id) ?? []
    this.#waiting.delete(id)
    return waiters
  }
}
