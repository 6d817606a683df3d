/**
 * News of sessions that wait to be told: in their order for each session, and never more than a little.
 *
 * Deltas are only ever a preview: when there are too many, the latest are dropped. That there are facts to read is
 * never dropped, and said once where nothing was said in between.
 */
import type { Json } from '@gyre/core'
import type { News } from './messages.ts'
import { bytesOf, joined, pieces } from './spoken-delta.ts'

/** A delta with its size; without one, facts. */
type Entry = { delta?: Json; bytes: number }

const mostBytes = 256 * 1024
/** What an entry takes besides its text. */
const entryBytes = 100

export class NewsQueue {
  readonly #room: number
  readonly #waiting = new Map<string, Entry[]>()
  #bytes = 0

  /** `room`: the bytes that the JSON text of one piece of news may have. */
  constructor(room: number) {
    this.#room = room
  }

  get isEmpty(): boolean {
    return this.#waiting.size === 0
  }

  get bytes(): number {
    return this.#bytes
  }

  facts(session: string): void {
    const entries = this.#of(session)
    const last = entries.at(-1)
    if (last && last.delta === undefined) return
    entries.push({ bytes: entryBytes })
    this.#bytes += entryBytes
  }

  deltas(session: string, deltas: readonly Json[]): void {
    for (const delta of deltas) this.#delta(session, delta)
  }

  /** All that waits, and nothing waits any more. */
  take(): readonly News[] {
    const news = [...this.#waiting].flatMap(([session, entries]) =>
      entries.map(({ delta }): News => (delta === undefined ? [session] : [session, delta])),
    )
    this.#waiting.clear()
    this.#bytes = 0
    return news
  }

  #delta(session: string, delta: Json): void {
    const bytes = bytesOf(delta)
    if (this.#bytes + bytes > mostBytes) return
    const most = this.#room - bytesOf([session, null])
    if (this.#join(session, delta, most - bytes)) return
    for (const piece of pieces(delta, most)) {
      const entry = { delta: piece, bytes: bytesOf(piece) + entryBytes }
      this.#of(session).push(entry)
      this.#bytes += entry.bytes
    }
  }

  /** Whether it became part of the one before. */
  #join(session: string, delta: Json, mostBefore: number): boolean {
    const last = this.#waiting.get(session)?.at(-1)
    if (last?.delta === undefined || last.bytes > mostBefore) return false
    const both = joined(last.delta, delta)
    if (!both) return false
    last.delta = both.delta
    last.bytes += both.moreBytes
    this.#bytes += both.moreBytes
    return true
  }

  #of(session: string): Entry[] {
    const known = this.#waiting.get(session)
    if (known) return known
    const entries: Entry[] = []
    this.#waiting.set(session, entries)
    return entries
  }
}
