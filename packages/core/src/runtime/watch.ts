/** Watching a session: its facts from the store, then live, without a gap between. */
import type { EventHub } from '../kernel/event-hub.ts'
import { factEvent, factOf, isFact, type SessionEvent } from '../kernel/events.ts'
import type { Journal } from '../ports/store.ts'
import { readRows } from './journal-rows.ts'

export type Watched = {
  readonly journal: Journal
  /** The hub, while the session runs in this process. */
  readonly hub: () => EventHub | undefined
  /** Resolves when something may have changed; fails when nobody watches any more. */
  readonly change: () => Promise<void>
  /** Whether the session has ended: who begins to watch after its last fact sees none. */
  readonly hasEnded: () => Promise<boolean>
  /** Whether the runtime was closed: nothing will be told any more. */
  readonly isClosed: () => boolean
  /** Whoever watches may go away while nothing happens. */
  readonly signal?: AbortSignal | undefined
}

/** Events after `from`, until the session has ended, the runtime was closed or nobody watches any more. */
export async function* watch(
  session: string,
  from: number,
  watched: Watched,
): AsyncGenerator<SessionEvent, void, undefined> {
  const { signal } = watched
  const reader = new FactReader(session, from, watched.journal)
  const isOver = () => watched.isClosed() || signal?.aborted === true
  do {
    // The hub is opened before the store is read: what happens in between is in one of them.
    const live = watched.hub()?.watch()
    const change = live ? undefined : watched.change().catch(() => {})
    const stay = leavesWith(signal, live)
    try {
      // Asked before it is read, too: an end that comes later is among what is read or told later.
      const hasEnded = await watched.hasEnded()
      yield* reader.read()
      if (live) yield* follow(live, reader)
      if (reader.hasEnded || hasEnded) return
    } finally {
      stay()
      await live?.return()
    }
    if (!isOver()) await change
  } while (!isOver())
}

type Batches = AsyncGenerator<readonly (SessionEvent | undefined)[], void, undefined>

/** Whoever watches may go away, or be gone already; the function returned takes that back. */
function leavesWith(signal: AbortSignal | undefined, live: Batches | undefined): () => void {
  const leave = () => void live?.return()
  signal?.addEventListener('abort', leave)
  if (signal?.aborted) leave()
  return () => signal?.removeEventListener('abort', leave)
}

async function* follow(live: Batches, reader: FactReader): AsyncGenerator<SessionEvent, void, undefined> {
  for await (const batch of live) {
    for (const event of batch) yield* reader.next(event)
    if (reader.hasEnded) return
  }
}

/** Knows which facts were shown. */
class FactReader {
  readonly #session: string
  readonly #journal: Journal
  seq: number
  hasEnded = false

  constructor(session: string, from: number, journal: Journal) {
    this.#session = session
    this.#journal = journal
    // There is nothing before the first fact.
    this.seq = Math.max(0, Math.trunc(from) || 0)
  }

  #saw<E extends SessionEvent>(event: E): E {
    if (isFact(event)) this.seq = event.seq
    if (event.type === 'session.ended') this.hasEnded = true
    return event
  }

  /** An event of the hub; facts that were missed are read first, and those shown already are left out. */
  async *next(event: SessionEvent | undefined): AsyncGenerator<SessionEvent, void, undefined> {
    if (event === undefined) yield* this.read()
    else if (!isFact(event)) yield event
    else if (event.seq === this.seq + 1) yield this.#saw(event)
    else if (event.seq > this.seq) yield* this.read()
  }

  async *read(): AsyncGenerator<SessionEvent, void, undefined> {
    for await (const row of readRows(this.#journal, this.#session, this.seq + 1)) {
      yield this.#saw(factEvent(this.#session, factOf(row)))
    }
  }
}
