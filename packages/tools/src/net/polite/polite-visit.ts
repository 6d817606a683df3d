/** One page on its way over hosts: it waits for its turn at each, by a clock that is not the page's own. */
import { Deadline } from '../exchange/deadline.ts'
import { fetchFailed } from '../exchange/failure.ts'
import type { HostTurns } from './host-turns.ts'

export type VisitTerms = {
  readonly turns: HostTurns
  /** The least time between the starts of two requests to one host; 0: none. */
  readonly hostDelayMs: number
  /** How long the page may take, all turns it waits for left out. */
  readonly timeoutMs: number
}

/** Twice a second is what no site minds. */
export const usualHostDelayMs = 500

/** A site may ask for hours. Such a one would never be read. */
const longestCrawlDelayMs = 10_000

/** Enough for three others before it at a host that asks for the longest delay, and a slow one among them. */
const usualWaitMs = 60_000
const delaysToWait = 4

/** How long a page waits for all its turns together. */
export function longestWaitMs(hostDelayMs: number): number {
  return Math.max(usualWaitMs, delaysToWait * hostDelayMs)
}

/** Of its two deadlines one runs while the other stands still. */
export class PoliteVisit {
  readonly #terms: VisitTerms
  readonly #fetching: Deadline
  readonly #waiting: Deadline
  #host = ''
  #endTurn: (() => void) | undefined

  constructor(url: string, terms: VisitTerms, outer: AbortSignal | undefined) {
    this.#terms = terms
    const { clock } = terms.turns
    const waitMs = longestWaitMs(terms.hostDelayMs)
    this.#fetching = new Deadline({
      timeoutMs: terms.timeoutMs,
      tooLate: () => tooSlow(url, terms.timeoutMs),
      outer,
      clock,
    })
    this.#waiting = new Deadline({
      timeoutMs: waitMs,
      tooLate: () => missedTurn(url, this.#host, waitMs),
      outer,
      clock,
    })
    this.#waiting.pause()
  }

  /** Ends what is done for the page, turns apart. */
  get signal(): AbortSignal {
    return this.#fetching.signal
  }

  /** Waits for the turn at the next host. */
  async enter(url: URL, crawlDelayMs: number): Promise<void> {
    this.#host = url.hostname
    this.#fetching.pause()
    this.#waiting.resume()
    try {
      const gapMs = gapOf(this.#terms.hostDelayMs, crawlDelayMs)
      this.#endTurn = await this.#terms.turns.take(url, { gapMs, signal: this.#waiting.signal })
    } finally {
      this.#waiting.pause()
      this.#fetching.resume()
    }
  }

  /** Before the next host, as after the last: who held one turn while waiting for another could wait for ever. */
  leave(): void {
    this.#endTurn?.()
    this.#endTurn = undefined
  }

  end(): void {
    this.leave()
    this.#fetching.end()
    this.#waiting.end()
  }
}

function gapOf(hostDelayMs: number, crawlDelayMs: number): number {
  return hostDelayMs === 0 ? 0 : Math.max(hostDelayMs, Math.min(crawlDelayMs, longestCrawlDelayMs))
}

function tooSlow(url: string, ms: number): Error {
  return fetchFailed(`${url} did not come within ${ms / 1000} s.`, { url, reason: 'timeout', timeoutMs: ms })
}

function missedTurn(url: string, host: string, ms: number): Error {
  const message = `\`${host}\` is asked politely, a few requests at a time, and the turn of ${url} did not come within ${ms / 1000} s.`
  return fetchFailed(message, { url, host, reason: 'turn', timeoutMs: ms })
}
