/** Sees whether the process that runs a session is still there. */
import { GyreError, type Runtime, Standings } from '@gyre/core'

const lookMs = 750
/** Another process may be about to go on with it. */
const looks = 2

export class SessionVigil {
  readonly #gone = Promise.withResolvers<never>()
  readonly #timer: NodeJS.Timeout
  #misses = 0

  constructor(runtime: Runtime, id: string) {
    // What a store in trouble does not tell is asked again.
    this.#timer = setInterval(() => void this.#look(runtime, id).catch(() => {}), lookMs).unref()
    // Nobody need wait for it.
    this.#gone.promise.catch(() => {})
  }

  /** Rejects when nobody runs it any more although it was in the middle of something. */
  get gone(): Promise<never> {
    return this.#gone.promise
  }

  close(): void {
    clearInterval(this.#timer)
  }

  async #look(runtime: Runtime, id: string): Promise<void> {
    const row = await runtime.store.sessions.get(id)
    const status = row && (await Standings.read(runtime, Date.now(), [row])).status(row)
    this.#misses = status === 'interrupted' ? this.#misses + 1 : 0
    if (this.#misses < looks) return
    this.close()
    this.#gone.reject(new GyreError('session-interrupted', `Nobody runs session \`${id}\`.`, { id }))
  }
}
