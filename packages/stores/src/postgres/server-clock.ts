/**
 * The clocks of machines differ, and a lease that one of them wrote is judged by another: so times of leases are kept
 * in the time of the server.
 */
import type { Database } from './database.ts'

/** Below this clocks count as equal: it is nothing beside a lease, and times stay what they were given as. */
const negligibleMs = 250
/** How long a measurement holds; after that the next one is made while this one is still used. */
const holdsMs = 10_000
/** An answer that took longer says little about when the server wrote it. */
const promptMs = 200
const tries = 3

type Sample = { readonly offset: number; readonly tookMs: number }

export class ServerClock {
  readonly #database: Database
  readonly #localNow: () => number
  #offset: Promise<number> | undefined
  #measuredAt = 0
  /** By how much the clock of this machine was before the time that has passed, when it was measured. */
  #lead = 0
  #isMeasuring = false

  constructor(database: Database, localNow = () => Date.now()) {
    this.#database = database
    this.#localNow = localNow
  }

  /** What to add to a time of this machine to have it in the time of the server. */
  offset(): Promise<number> {
    if (this.#offset === undefined || this.#hasJumped()) this.#offset = this.#first()
    else if (performance.now() - this.#measuredAt > holdsMs) void this.#again()
    return this.#offset
  }

  /** Whether somebody set the clock of this machine: the old measurement says nothing any more. */
  #hasJumped(): boolean {
    return Math.abs(this.#leadNow() - this.#lead) > negligibleMs
  }

  #leadNow(): number {
    return this.#localNow() - performance.now()
  }

  async #first(): Promise<number> {
    this.#lead = this.#leadNow()
    try {
      return await this.#measure()
    } catch (error) {
      this.#offset = undefined
      throw error
    }
  }

  async #again(): Promise<void> {
    if (this.#isMeasuring) return
    this.#isMeasuring = true
    try {
      this.#offset = Promise.resolve(await this.#measure())
    } catch {
      // The old one is good enough while the server does not answer.
    } finally {
      this.#isMeasuring = false
    }
  }

  async #measure(): Promise<number> {
    let best = await this.#sample()
    for (let i = 1; i < tries && best.tookMs > promptMs; i++) {
      const next = await this.#sample()
      if (next.tookMs < best.tookMs) best = next
    }
    this.#measuredAt = performance.now()
    return Math.abs(best.offset) < negligibleMs ? 0 : Math.round(best.offset)
  }

  async #sample(): Promise<Sample> {
    const sent = this.#localNow()
    const [row] = await this.#database.rows<{ now: number }>(
      'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now',
    )
    const received = this.#localNow()
    return { offset: (row?.now ?? received) - (sent + received) / 2, tookMs: received - sent }
  }
}

/** Tells how long ago this was called, in ms: a time that was given then is reckoned on from. Little counts as nothing. */
export function passing(): () => number {
  const began = performance.now()
  return () => {
    const ms = Math.round(performance.now() - began)
    return ms < negligibleMs ? 0 : ms
  }
}

/** The same for what a statement waited for at the server. */
export const waitedSql = `(
  SELECT CASE WHEN ms < ${negligibleMs} THEN 0 ELSE ms END
  FROM (SELECT (extract(epoch FROM clock_timestamp() - statement_timestamp()) * 1000)::bigint AS ms) waited
)`
