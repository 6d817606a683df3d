/** Who watches which session, by their open streams. */

export class Watchers {
  readonly #bySession = new Map<string, Map<string, number>>()

  /** Somebody comes; the function returned takes it back, once. */
  enter(session: string, name: string): () => void {
    const names = this.#bySession.get(session) ?? new Map<string, number>()
    this.#bySession.set(session, names)
    names.set(name, (names.get(name) ?? 0) + 1)
    let isThere = true
    return () => {
      if (isThere) this.#leave(session, names, name)
      isThere = false
    }
  }

  /** By name, with how many streams each has open. */
  of(session: string): readonly { readonly name: string; readonly streams: number }[] {
    return [...(this.#bySession.get(session) ?? [])].map(([name, streams]) => ({ name, streams }))
  }

  #leave(session: string, names: Map<string, number>, name: string): void {
    const left = (names.get(name) ?? 1) - 1
    if (left > 0) names.set(name, left)
    else names.delete(name)
    if (names.size === 0) this.#bySession.delete(session)
  }
}
