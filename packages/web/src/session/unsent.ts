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

type Send = (sent: Intervene, key: string) => Promise<unknown>

export class UnsentStore {
  readonly #bySession = new Map<string, readonly Unsent[]>()
  readonly #listeners = new Set<() => void>()
  /** Sessions whose own are being sent. */
  readonly #sending = new Set<string>()

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

  remove(session: string, key: string): void {
    const left = this.of(session).filter((unsent) => unsent.key !== key)
    this.#set(session, left)
  }

  /** Sends what waits, in the order it was meant. What does not come through waits on; what is refused says why. */
  async flush(session: string, send: Send): Promise<void> {
    if (this.#sending.has(session)) return
    this.#sending.add(session)
    try {
      for (let next = this.#next(session); next; next = this.#next(session)) {
        if (!(await this.#try(session, next, send))) return
      }
    } finally {
      this.#sending.delete(session)
    }
  }

  #next(session: string): Unsent | undefined {
    return this.of(session).find(({ refused }) => refused === undefined)
  }

  /** Whether it was told anything. */
  async #try(session: string, { key, sent }: Unsent, send: Send): Promise<boolean> {
    try {
      await send(sent, key)
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
    if (all.length === 0) this.#bySession.delete(session)
    else this.#bySession.set(session, all)
    for (const listener of this.#listeners) listener()
  }
}

const none: readonly Unsent[] = []

export const endedBefore = 'The session ended before it was sent.'

/** Nobody answered: it may come through later. What answers with a refusal of its own was reached. */
export function isUnreachable(error: unknown): boolean {
  return !(error instanceof ApiError) || (error.status >= 502 && error.status <= 504)
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Unlike `crypto.randomUUID` it is there for pages that came without TLS. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Those of this window. */
export const unsents = new UnsentStore()

type Watched = { readonly log: { readonly id: string }; readonly connection: { readonly state: string } }

/** Sends it now, or keeps it until the server is reached. Fails when that was reached and refused it. */
export async function sendOrKeep(
  { log, connection }: Watched,
  sent: Intervene,
  send: (sent: Intervene) => Promise<unknown>,
): Promise<void> {
  const key = newKey()
  const keep = () => unsents.keep(log.id, { key, at: Date.now(), sent })
  if (connection.state === 'cut') return keep()
  try {
    await send({ ...sent, key })
  } catch (error) {
    if (!isUnreachable(error)) throw error
    keep()
  }
}
