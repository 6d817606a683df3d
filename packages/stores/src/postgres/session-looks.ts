/**
 * Looks now and then whether sessions moved on: one question for all of them. It is what remains when nobody can be
 * heard, and finds whatever was not heard.
 */
import type { Database } from './database.ts'

export type LookOptions = {
  readonly database: Database
  readonly everyMs: number
  /** The sessions that are looked at. */
  readonly sessions: () => readonly string[]
  readonly moved: (session: string) => void
}

type Row = { readonly id: string; readonly state: string; readonly seq: number | null }

const lookSql = `
  SELECT id, state, (SELECT max(seq) FROM journal WHERE journal.sid = session.sid) AS seq
  FROM session WHERE id = ANY($1)`

export class SessionLooks {
  readonly #options: LookOptions
  /** What was seen of each session with the last look. */
  #seen: ReadonlyMap<string, string> = new Map()
  #timer: NodeJS.Timeout | undefined
  #isLooking = false

  constructor(options: LookOptions) {
    this.#options = options
  }

  start(): void {
    this.#timer ??= setInterval(() => void this.#look().catch(() => {}), this.#options.everyMs).unref()
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
    this.#seen = new Map()
  }

  /** A server in trouble is asked again the next time. */
  async #look(): Promise<void> {
    if (this.#isLooking) return
    this.#isLooking = true
    try {
      const { database, sessions } = this.#options
      const asked = sessions()
      const rows = await database.rows<Row>(lookSql, [asked])
      if (this.#timer) this.#compare(asked, new Map(rows.map(({ id, state, seq }) => [id, `${state} ${seq}`])))
    } finally {
      this.#isLooking = false
    }
  }

  #compare(asked: readonly string[], found: ReadonlyMap<string, string>): void {
    const before = this.#seen
    this.#seen = new Map(asked.map((id) => [id, found.get(id) ?? '']))
    // One that is looked at for the first time may have moved since it was read.
    for (const [id, seen] of this.#seen) if (before.get(id) !== seen) this.#options.moved(id)
  }
}
