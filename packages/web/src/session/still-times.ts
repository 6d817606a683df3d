/** Times in which a session did nothing: it waited for people, was paused, or nobody ran it. */

const stillStatuses: ReadonlySet<string> = new Set(['waiting', 'paused', 'interrupted', 'queued'])

type Time = { readonly from: number; readonly to: number }

export class StillTimes {
  readonly #over: Time[] = []
  #since: number | null = null

  /** Whether nothing is done now. */
  get isStill(): boolean {
    return this.#since !== null
  }

  /** Takes in how the session stands from a moment on. */
  apply(status: unknown, at: number): void {
    const isStill = stillStatuses.has(String(status))
    if (isStill) this.#since ??= at
    if (isStill || this.#since === null) return
    this.#over.push({ from: this.#since, to: at })
    this.#since = null
  }

  /** When something would have begun that has worked as long, and was never held up. */
  workedSince(startedAt: number): number {
    const heldUp = this.#over.map(({ from, to }) => Math.max(0, to - Math.max(from, startedAt)))
    return heldUp.reduce((since, ms) => since + ms, startedAt)
  }
}
