/** The journal of one session, as whoever runs it sees it: records by path to replay, and appending new facts. */
import { type GyreError, toGyreError } from '../errors.ts'
import type { Fact } from '../ports/facts.ts'
import type { AppendOptions, Journal, JournalRow, Lease } from '../ports/store.ts'
import type { EventHub } from './event-hub.ts'

/** A fact before it has its number. */
export type NewFact = Omit<Fact, 'seq' | 'at'> & { readonly at?: number }

export type JournalOptions = {
  readonly journal: Journal
  readonly lease: Lease
  readonly hub: EventHub
  readonly now: () => number
  /** Called once when the store refuses a write: the session can go no further here. */
  readonly onLoss: (error: GyreError) => void
}

export class SessionJournal {
  readonly #journal: Journal
  readonly #hub: EventHub
  readonly #now: () => number
  readonly #onLoss: (error: GyreError) => void
  readonly #records = new Map<string, JournalRow>()
  readonly lease: Lease
  /** Paths with records below them; looked for once, because a look at all records for each path would take for ever. */
  #around: ReadonlySet<string> | undefined
  /** How many records were asked for again. */
  taken = 0
  /** Set once the end is written. */
  isClosed = false
  #seq: number
  #last: Promise<void> | undefined

  constructor(options: JournalOptions) {
    this.#journal = options.journal
    this.#hub = options.hub
    this.#now = options.now
    this.#onLoss = options.onLoss
    this.lease = options.lease
    this.#seq = options.lease.head.seq
  }

  /** Makes an earlier run's record known, to be replayed. */
  know(row: JournalRow): void {
    if (row.path !== null && row.kind !== null && isReplayed(row)) this.#records.set(row.path, row)
  }

  /** Takes out what was recorded at a path. Each is asked for once. */
  take(path: string): JournalRow | undefined {
    if (this.#records.size === 0) return undefined
    const row = this.#records.get(path)
    if (row === undefined) return undefined
    this.#records.delete(path)
    this.taken += 1
    return row
  }

  /** What an earlier run recorded at this path, if it was not asked for so far. */
  peek(path: string): JournalRow | undefined {
    return this.#records.size === 0 ? undefined : this.#records.get(path)
  }

  /** Whether an earlier run recorded steps that were not asked for so far. */
  get isReplaying(): boolean {
    return this.#records.size > 0
  }

  /** Whether an earlier run recorded steps below this path. Asked before any of them is taken. */
  hasBelow(path: string): boolean {
    if (this.#records.size === 0) return false
    this.#around ??= pathsAround(this.#records.keys())
    return this.#around.has(path)
  }

  /** Paths recorded and not asked for so far. */
  unreplayed(): Iterable<string> {
    return this.#records.keys()
  }

  /** Writes facts, all or none. Durable when the promise resolves; nothing to wait for when none is returned. */
  append(facts: readonly NewFact[], options?: AppendOptions): Promise<void> | undefined {
    // The end is the last fact: what comes later is done by code that nobody waits for.
    if (this.isClosed) return new Promise(() => {})
    const now = this.#now()
    const numbered = facts.map(({ at = now, type, path, kind, request, result, data }): Fact => {
      return { seq: ++this.#seq, at, type, path, kind, request, result, data }
    })
    let durable: Promise<void> | undefined
    try {
      durable = this.#journal.append(this.lease, numbered, options)
    } catch (error) {
      return Promise.reject(this.#lost(error))
    }
    if (durable === undefined) {
      if (this.#hub.active) for (const fact of numbered) this.#hub.fact(fact)
      return undefined
    }
    this.#last = durable.then(
      () => {
        if (this.#hub.active) for (const fact of numbered) this.#hub.fact(fact)
      },
      (error) => {
        throw this.#lost(error)
      },
    )
    return this.#last
  }

  /** Resolves when everything written so far is durable. */
  async drained(): Promise<void> {
    await this.#last
  }

  /** Writes facts nobody waits for: they ride with the next commit. A failure surfaces through `onLoss`. */
  ride(facts: readonly NewFact[], options?: AppendOptions): void {
    this.append(facts, options)?.catch(() => {})
  }

  #lost(thrown: unknown): GyreError {
    const error = toGyreError(thrown, 'store-failed')
    this.#onLoss(error)
    return error
  }
}

function pathsAround(paths: Iterable<string>): ReadonlySet<string> {
  const around = new Set<string>()
  for (const path of paths) {
    for (let end = path.indexOf('/'); end >= 0; end = path.indexOf('/', end + 1)) around.add(path.slice(0, end))
  }
  return around
}

/** Rows a verb asks for again; the others stand beside a step. */
function isReplayed(row: JournalRow): boolean {
  return row.type !== 'step.intended' && row.type !== 'context.compacted' && row.type !== 'drift'
}
