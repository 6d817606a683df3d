/** Sees whether the process that runs a session is still there. */
import { GyreError, Standings } from '@gyre/core'
import type { Place } from '../place.ts'
import { SessionWaits } from './session-wait.ts'

const lookMs = 750
/** Another process may be about to go on with it. */
const looks = 2

export type VigilPlace = Pick<Place, 'runtime' | 'postgres'>

/** Whether it was left in the middle of something, and nobody is there who goes on with such sessions. */
export async function isAlone(place: VigilPlace, id: string): Promise<boolean> {
  const { runtime } = place
  const row = await runtime.store.sessions.get(id)
  const status = row && (await Standings.read(runtime, Date.now(), [row])).status(row)
  if (!row || status !== 'interrupted') return false
  return (await SessionWaits.read(place, Date.now())).of(row, status)?.hasWorkers !== true
}

export class SessionVigil {
  readonly #gone = Promise.withResolvers<never>()
  readonly #timer: NodeJS.Timeout
  #misses = 0

  constructor(place: VigilPlace, id: string) {
    // What a store in trouble does not tell is asked again.
    this.#timer = setInterval(() => void this.#look(place, id).catch(() => {}), lookMs).unref()
    // Nobody need wait for it.
    this.#gone.promise.catch(() => {})
  }

  /** Rejects when nobody runs it any more although it was in the middle of something, and no worker will. */
  get gone(): Promise<never> {
    return this.#gone.promise
  }

  close(): void {
    clearInterval(this.#timer)
  }

  async #look(place: VigilPlace, id: string): Promise<void> {
    this.#misses = (await isAlone(place, id)) ? this.#misses + 1 : 0
    if (this.#misses < looks) return
    this.close()
    this.#gone.reject(new GyreError('session-interrupted', `Nobody runs session \`${id}\`.`, { id }))
  }
}
