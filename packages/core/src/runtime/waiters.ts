/** Who waits for something of a session. Nothing is kept for a session nobody waits for. */
type Waiter<T> = { readonly resolve: (value: T) => void; readonly reject: (error: unknown) => void }

export class Waiters<T> {
  readonly #waiting = new Map<string, Set<Waiter<T>>>()

  wait(id: string): Promise<T> {
    return new Promise((resolve, reject) => {
      const waiters = this.#waiting.get(id) ?? new Set()
      waiters.add({ resolve, reject })
      this.#waiting.set(id, waiters)
    })
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
