/** Sessions as the store keeps them: read, proved, exported, let go. */
import { type ChainHead, type Verification, verifyChain } from '../audit/verify.ts'
import { GyreError } from '../errors.ts'
import { factOf } from '../kernel/events.ts'
import type { SessionRow, Store } from '../ports/store.ts'
import type { SessionEnd } from './conclusion.ts'
import { readRows, storedRows } from './journal-rows.ts'
import { possibleTargets } from './owed-targets.ts'
import { Retention, type RetentionRule } from './retention.ts'
import { definitionOf, type Recorded, readSession } from './revive-session.ts'
import { sessionPages } from './session-pages.ts'

/** A session folded from its journal, with its row. */
export type StoredSession = Recorded & { readonly row: SessionRow }

export class Archive {
  readonly #store: Store
  readonly #owner: string | undefined
  readonly #pageSize: number | undefined

  /** Of one owner, or of all. */
  constructor(store: Store, owner?: string, pageSize?: number) {
    this.#store = store
    this.#owner = owner
    this.#pageSize = pageSize
  }

  async row(id: string): Promise<SessionRow> {
    const row = await this.#store.sessions.get(id)
    if (row && (this.#owner === undefined || row.owner === this.#owner)) return row
    throw new GyreError('session-unknown', `There is no session \`${id}\`.`, { id })
  }

  async read(id: string): Promise<StoredSession> {
    const row = await this.row(id)
    return { row, ...(await readSession(this.#store.journal, id)) }
  }

  /** How a session ended. Undefined when it has not; fails when the last who tried could not go on. */
  async end(id: string): Promise<SessionEnd | undefined> {
    const { state } = await this.row(id)
    // Asked with every change: a long journal is not read each time.
    if (state === 'running' || state === 'queued') return undefined
    const { row, view } = await this.read(id)
    if (view.refusal) throw new GyreError(view.refusal['code'] as GyreError['code'], String(view.refusal['message']))
    if (row.state !== 'ended') return undefined
    const { outcome, answer, gap, details, status, usage, error, definition } = view
    if (!definition || !outcome) throw withoutEnd(id)
    const end = { session: id, loop: definition.loop, outcome, answer, gap, details, status, usage, error }
    return end as SessionEnd
  }

  async verify(id: string, expected?: ChainHead): Promise<Verification> {
    const row = await this.row(id)
    const { journal, keys, payloads } = this.#store
    const find = (address: string) => payloads.get(address)
    return verifyChain(row, storedRows(journal, id), keys, { payloads: find, ...(expected && { expected }) })
  }

  async *export(id: string): AsyncGenerator<string, void, undefined> {
    const { owner } = await this.row(id)
    for await (const row of readRows(this.#store.journal, id)) {
      yield JSON.stringify({ session: id, owner, ...factOf(row), chain: row.chain, key: row.key })
    }
  }

  /** Ended sessions a rule lets go of. */
  async expired(rule: RetentionRule, now: number): Promise<readonly string[]> {
    const ids: string[] = []
    for await (const expired of this.#expiring(rule, now)) ids.push(...expired)
    return ids
  }

  /**
   * Page by page: interrupted, it has removed some sessions, and the others are whole. `forget` lets go of what is kept
   * elsewhere about a session that had its result delivered.
   */
  async prune(
    rule: RetentionRule,
    now: number,
    forget: (id: string, deliver: readonly string[]) => Promise<void> = async () => {},
  ): Promise<readonly string[]> {
    const gone: string[] = []
    for await (const ids of this.#expiring(rule, now)) {
      const delivers = new Map<string, readonly string[]>()
      for (const id of ids) delivers.set(id, await this.#deliverOf(id))
      await this.#store.sessions.remove(ids)
      // A session that is still there keeps what is known of its deliveries.
      for (const [id, deliver] of delivers) await forget(id, deliver)
      gone.push(...ids)
    }
    return gone
  }

  async *#expiring(rule: RetentionRule, now: number): AsyncGenerator<readonly string[], void, undefined> {
    const { sessions } = this.#store
    const retention = new Retention(rule, now, (ids) => sessions.sizes(ids))
    const ended = { states: ['ended'], ...(this.#owner && { owner: this.#owner }) } as const
    for await (const page of sessionPages(this.#store, ended, this.#pageSize)) yield retention.expiredAmong(page)
  }

  /** A journal that is damaged keeps nobody from removing it. */
  async #deliverOf(id: string): Promise<readonly string[]> {
    const definition = await definitionOf(this.#store.journal, id).catch(() => undefined)
    return definition ? possibleTargets(definition) : []
  }
}

function withoutEnd(session: string): GyreError {
  return new GyreError('store-corrupt', `Session \`${session}\` has ended, and its journal does not tell how.`, {
    session,
  })
}
