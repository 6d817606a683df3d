/**
 * The hub of one running session: one shared ring of recent events, and a cursor for each watcher.
 *
 * Nobody listening costs nothing; a slow watcher never slows the session. One that falls behind the
 * ring loses deltas, which are only ever a preview, and reads the facts it missed from the store.
 */
import type { JsonObject } from '../json.ts'
import type { Fact } from '../ports/facts.ts'
import { type DeltaType, eventVersion, factEvent, type SessionEvent } from './events.ts'
import { UnderWay } from './under-way.ts'

const ringSize = 1024

/** One watcher's place in the ring. */
type Cursor = {
  at: number
  wake: (() => void) | undefined
  hasLeft: boolean
  /** What is under way when it comes, and was told to others before. */
  before: readonly SessionEvent[]
}

export class EventHub {
  readonly #session: string
  /** Undefined stands for facts that are to be read from the store. */
  readonly #ring: (SessionEvent | undefined)[] = []
  /** The number of the event at the start of the ring. */
  #base = 0
  readonly #cursors = new Set<Cursor>()
  readonly #underWay = new UnderWay()
  #pending: { type: DeltaType; path: string; at: number; data: { text: string } & JsonObject } | undefined
  #closed = false
  /** Whether anybody watches: tested before an event is even built. */
  active = false

  readonly #onWatched: () => void
  readonly #onLeft: () => void

  /** `onWatched` is called when the first watcher comes: it may be told what is under way; `onLeft` when the last one goes. */
  constructor(session: string, onWatched: () => void = () => {}, onLeft: () => void = () => {}) {
    this.#session = session
    this.#onWatched = onWatched
    this.#onLeft = onLeft
  }

  /** What was told of it elsewhere; nothing stands for facts that are to be read from the store. */
  relayed(events: readonly SessionEvent[]): void {
    for (const event of events.length > 0 ? events : [undefined]) this.#push(event)
  }

  fact(fact: Fact): void {
    this.#flush()
    this.#push(factEvent(this.#session, fact))
  }

  started(path: string, at: number, data: JsonObject): void {
    this.#flush()
    this.#pushDelta('step.started', path, at, data)
  }

  /** How far a tool is. */
  progress(path: string, at: number, data: JsonObject): void {
    this.#flush()
    this.#pushDelta('tool.progress', path, at, data)
  }

  /** A piece of text. Pieces of one tick are joined. */
  delta(type: DeltaType, path: string, at: number, data: { text: string } & JsonObject): void {
    const pending = this.#pending
    if (pending && pending.type === type && pending.path === path && pending.data['id'] === data['id']) {
      pending.data = { ...pending.data, text: pending.data.text + data.text }
      return
    }
    this.#flush()
    this.#pending = { type, path, at, data }
    setImmediate(() => this.#flush())
  }

  #flush(): void {
    const pending = this.#pending
    if (!pending) return
    this.#pending = undefined
    const { type, path, at, data } = pending
    this.#pushDelta(type, path, at, data)
  }

  #pushDelta(type: DeltaType, path: string, at: number, data: JsonObject): void {
    this.#push({ v: eventVersion, at: new Date(at).toISOString(), type, session: this.#session, path, data })
  }

  #push(event: SessionEvent | undefined): void {
    if (event) this.#underWay.apply(event)
    this.#ring.push(event)
    // Cut in halves: taking one off the front each time would move the whole ring.
    if (this.#ring.length >= ringSize * 2) {
      this.#ring.splice(0, ringSize)
      this.#base += ringSize
    }
    this.#wake()
  }

  #wake(): void {
    for (const cursor of this.#cursors) {
      cursor.wake?.()
      cursor.wake = undefined
    }
  }

  /** What was told of steps that are under way, to whoever watches. */
  underWay(): readonly SessionEvent[] {
    this.#flush()
    return this.#underWay.events()
  }

  /** No more events will come. */
  close(): void {
    this.#flush()
    this.#closed = true
    this.#wake()
  }

  /** What is under way, then batches of events from this call on; `undefined` stands for a gap, when the watcher fell behind. */
  watch(): AsyncGenerator<readonly (SessionEvent | undefined)[], void, undefined> {
    this.#flush()
    const at = this.#base + this.#ring.length
    const cursor: Cursor = { at, wake: undefined, hasLeft: false, before: this.#underWay.events() }
    this.#cursors.add(cursor)
    if (!this.active) {
      this.active = true
      this.#onWatched()
    }
    const batches = this.#follow(cursor)
    const end = batches.return.bind(batches)
    // A generator that was never begun runs none of its code, not even when it is ended; one that waits, not before it is woken.
    batches.return = (value) => {
      this.#leave(cursor)
      cursor.wake?.()
      return end(value)
    }
    return batches
  }

  #leave(cursor: Cursor): void {
    cursor.hasLeft = true
    if (!this.#cursors.delete(cursor) || this.#cursors.size > 0) return
    this.active = false
    // What happens while nobody watches is not told: it would be out of date.
    this.#underWay.clear()
    this.#onLeft()
  }

  async *#follow(cursor: Cursor): AsyncGenerator<readonly (SessionEvent | undefined)[], void, undefined> {
    try {
      if (cursor.before.length > 0) yield cursor.before
      for (;;) {
        const behind = cursor.at < this.#base
        const events = this.#ring.slice(Math.max(0, cursor.at - this.#base))
        cursor.at = this.#base + this.#ring.length
        if (behind) yield [undefined, ...events]
        else if (events.length > 0) yield events
        else if (this.#closed || cursor.hasLeft) return
        else {
          await new Promise<void>((resolve) => {
            cursor.wake = resolve
          })
        }
      }
    } finally {
      this.#leave(cursor)
    }
  }
}
