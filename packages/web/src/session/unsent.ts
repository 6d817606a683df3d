/**
 * What people sent to sessions while the server could not be reached. Each keeps the key it was first sent with: the
 * server counts it once, even if an earlier try did reach it.
 */
import { ApiError } from '@gyre/server/client'
import type { Intervene } from '../api/sessions.ts'

export type Unsent = {
  readonly key: string
  readonly at: number
  readonly sent: Intervene
  /** Why the server did not take it; undefined as long as it waits for the connection. */
  readonly refused?: string
}

/** How the server is told. */
export type Sender = {
  /** What it has of it: the first that came with this key. */
  readonly send: (sent: Intervene, key: string) => Promise<{ readonly id: string; readonly body?: unknown }>
  readonly amend: (id: string, body: unknown) => Promise<unknown>
}

/** What the browser keeps until its window is closed. */
type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem'>

const storedAs = 'gyre-unsent'

export class UnsentStore {
  #bySession: ReadonlyMap<string, readonly Unsent[]>
  readonly #storage: Storage | undefined
  readonly #listeners = new Set<() => void>()
  /** Sessions whose own are being sent. */
  readonly #sending = new Set<string>()
  /** Sessions for which something waits. */
  waiting: readonly string[] = []

  constructor(storage?: Storage) {
    this.#storage = storage
    this.#bySession = new Map(JSON.parse(storage?.getItem(storedAs) ?? '[]') as [string, Unsent[]][])
    this.waiting = this.#sessionsThatWait()
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Oldest first. */
  of(session: string): readonly Unsent[] {
    return this.#bySession.get(session) ?? none
  }

  keep(session: string, unsent: Unsent): void {
    this.#set(session, [...this.of(session), unsent])
  }

  edit(session: string, key: string, body: unknown): void {
    this.#change(session, key, ({ refused: _, ...unsent }) => ({ ...unsent, sent: { ...unsent.sent, body } }))
  }

  /** What was refused is tried once more. */
  sendAgain(session: string, key: string): void {
    this.#change(session, key, ({ refused: _, ...unsent }) => unsent)
  }

  remove(session: string, key: string): void {
    const left = this.of(session).filter((unsent) => unsent.key !== key)
    this.#set(session, left)
  }

  /** Sends what waits, in the order it was meant. What does not come through waits on; what is refused says why. */
  async flush(session: string, sender: Sender): Promise<void> {
    if (this.#sending.has(session)) return
    this.#sending.add(session)
    try {
      for (let next = this.#next(session); next; next = this.#next(session)) {
        if (!(await this.#try(session, next, sender))) return
      }
    } finally {
      this.#sending.delete(session)
    }
  }

  #next(session: string): Unsent | undefined {
    return this.of(session).find(({ refused }) => refused === undefined)
  }

  /** Whether it was told anything. */
  async #try(session: string, { key, sent }: Unsent, { send, amend }: Sender): Promise<boolean> {
    try {
      const { id, body } = await send(sent, key)
      // An earlier try came through with other words, or it was changed while it was on its way.
      const wanted = this.of(session).find((unsent) => unsent.key === key)?.sent.body
      if (wanted !== undefined && JSON.stringify(wanted) !== JSON.stringify(body)) await amend(id, wanted)
      this.remove(session, key)
      return true
    } catch (error) {
      if (isUnreachable(error)) return false
      const refused = error instanceof ApiError && error.code === 'session-ended' ? endedBefore : textOf(error)
      this.#change(session, key, (unsent) => ({ ...unsent, refused }))
      return true
    }
  }

  #change(session: string, key: string, change: (unsent: Unsent) => Unsent): void {
    this.#set(
      session,
      this.of(session).map((unsent) => (unsent.key === key ? change(unsent) : unsent)),
    )
  }

  #set(session: string, all: readonly Unsent[]): void {
    const others = [...this.#bySession].filter(([id]) => id !== session)
    this.#bySession = new Map(all.length === 0 ? others : [...others, [session, all]])
    this.waiting = this.#sessionsThatWait()
    try {
      this.#storage?.setItem(storedAs, JSON.stringify([...this.#bySession]))
    } catch {
      // Large files do not fit there: they wait in this page alone.
    }
    for (const listener of this.#listeners) listener()
  }

  #sessionsThatWait(): readonly string[] {
    return [...this.#bySession.keys()].filter((session) => this.#next(session) !== undefined)
  }
}

const none: readonly Unsent[] = []

export const endedBefore = 'The session ended before it was sent.'

/** Nobody answered, or too much was asked at once: it may come through later. Any other refusal stands. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true
  return error.status === 429 || (error.status >= 502 && error.status <= 504)
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Unlike `crypto.randomUUID` it is there for pages that came without TLS. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Those of this window. */
export const unsents = new UnsentStore(globalThis.window?.sessionStorage)

type Watched = { readonly log: { readonly id: string }; readonly connection: { readonly state: string } }

/** Sends it now, or keeps it until the server is reached. Fails when that was reached and refused it. */
export async function sendOrKeep(
  { log, connection }: Watched,
  sent: Intervene,
  send: (sent: Intervene) => Promise<unknown>,
): Promise<void> {
  const key = newKey()
  const keep = () => unsents.keep(log.id, { key, at: Date.now(), sent })
  // Nothing overtakes what was sent before.
  if (connection.state === 'cut' || unsents.waiting.includes(log.id)) return keep()
  try {
    await send({ ...sent, key })
  } catch (error) {
    if (!isUnreachable(error)) throw error
    keep()
  }
}
