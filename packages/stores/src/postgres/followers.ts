/** Who elsewhere follows which sessions: as long as they say so now and then. */
export class Followers {
  readonly #patienceMs: number
  /** When each follower of a session said so last. */
  readonly #heard = new Map<string, Map<string, number>>()

  constructor(patienceMs: number) {
    this.#patienceMs = patienceMs
  }

  get isEmpty(): boolean {
    return this.#heard.size === 0
  }

  has(session: string): boolean {
    return this.#heard.has(session)
  }

  /** Whether that is new. */
  follows(worker: string, session: string, now: number): boolean {
    const followers = this.#heard.get(session) ?? new Map<string, number>()
    const isNew = !followers.has(worker)
    this.#heard.set(session, followers.set(worker, now))
    return isNew
  }

  /** Forgets those who have been silent for too long. */
  forgetSilent(now: number): void {
    for (const [session, followers] of this.#heard) {
      for (const [worker, at] of followers) if (now - at > this.#patienceMs) followers.delete(worker)
      if (followers.size === 0) this.#heard.delete(session)
    }
  }

  clear(): void {
    this.#heard.clear()
  }
}
