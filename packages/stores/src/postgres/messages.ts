/**
 * What processes say to each other, as payloads of NOTIFY. A payload is short, and the server drops one that says the
 * same as another of its transaction: so long lists are several payloads, and each has a number.
 */
import type { Json } from '@gyre/core'

/** `new` and `still`: sessions the sender follows. `told`: what is news of sessions it runs. */
export type MessageKind = 'new' | 'still' | 'told'

/** A session with facts to read, or with a delta. */
export type News = readonly [session: string] | readonly [session: string, delta: Json]

export type Message = {
  readonly by: string
  readonly new: readonly string[]
  readonly still: readonly string[]
  readonly told: readonly News[]
}

/** PostgreSQL takes less than 8,000. */
const payloadBytes = 7900
/** More than any number takes. */
const numberBytes = 16

export class Messages {
  readonly #worker: string
  #count = 0

  constructor(worker: string) {
    this.#worker = worker
  }

  /** The bytes an item may have as JSON to be told at all. */
  get room(): number {
    return payloadBytes - numberBytes - Buffer.byteLength(this.#head('still', 0)) - ']}'.length
  }

  /** Payloads with all these items, in their order. Those that are too large are left out. */
  pack(kind: MessageKind, items: readonly Json[]): readonly string[] {
    const payloads: string[] = []
    let texts: string[] = []
    let left = this.room
    const close = () => {
      if (texts.length > 0) payloads.push(`${this.#head(kind, ++this.#count)}${texts.join(',')}]}`)
      texts = []
      left = this.room
    }
    for (const text of items.map((item) => JSON.stringify(item))) {
      const bytes = Buffer.byteLength(text) + ','.length
      if (bytes > this.room) continue
      if (bytes > left) close()
      texts.push(text)
      left -= bytes
    }
    close()
    return payloads
  }

  /** What another process said; undefined for what this one said itself, and for what is not ours to understand. */
  read(payload: string): Message | undefined {
    const said = parsed(payload) as Partial<Message> | null | undefined
    if (typeof said?.by !== 'string' || said.by === this.#worker) return undefined
    return { by: said.by, new: list(said.new), still: list(said.still), told: list(said.told) }
  }

  #head(kind: MessageKind, number: number): string {
    return `{"by":${JSON.stringify(this.#worker)},"n":${number},"${kind}":[`
  }
}

function parsed(payload: string): unknown {
  try {
    return JSON.parse(payload)
  } catch {
    return undefined
  }
}

function list<T>(items: readonly T[] | undefined): readonly T[] {
  return Array.isArray(items) ? items : []
}
