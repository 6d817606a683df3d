/** Facts in memory: kept as they came, sealed into rows only when read. */
import {
  type AppendOptions,
  type Fact,
  genesis,
  isAddress,
  type Journal,
  type JournalRow,
  type KeyRing,
  type Lease,
  type Payloads,
  type SealedRow,
  type Settlement,
  seal,
} from '@gyre/core'
import { cameTooLate, checkNumbering, leaseLost } from '../refusals.ts'
import { letGo, type SessionRecord } from './session-record.ts'
import type { WriteNotices } from './write-notices.ts'

type Shared = { readonly text: string; sessions: number }

/**
 * A class, for the sake of its getter: one written into a literal is a shape of its own with each object, and shapes
 * keep what they hold, here a whole session, until the next full collection of garbage.
 */
class Head {
  seq: number
  readonly #linkOf: (seq: number) => string

  constructor(seq: number, linkOf: (seq: number) => string) {
    this.seq = seq
    this.#linkOf = linkOf
  }

  get chain(): string {
    return this.#linkOf(this.seq)
  }
}

export class MemoryJournal implements Journal, Payloads {
  readonly #records: ReadonlyMap<string, SessionRecord>
  readonly #keys: KeyRing
  readonly #notices: WriteNotices
  readonly #payloads = new Map<string, Shared>()

  constructor(records: ReadonlyMap<string, SessionRecord>, keys: KeyRing, notices: WriteNotices) {
    this.#records = records
    this.#keys = keys
    this.#notices = notices
  }

  append(lease: Lease, facts: readonly Fact[], options?: AppendOptions): undefined {
    const record = this.#records.get(lease.session)
    if (record === undefined || record.token !== lease.token) throw leaseLost(lease.session)
    checkNumbering(lease.session, record.facts.length, facts)
    for (const fact of facts) record.facts.push(fact)
    lease.head.seq += facts.length
    if (options?.mirror) applyMirror(record, options.mirror)
    for (const settlement of options?.settle ?? []) settle(record, settlement)
    if (options?.mirror?.state === 'ended') rejectRest(record)
    this.#notices.wrote()
    return undefined
  }

  async read(session: string, from: number, limit = Number.POSITIVE_INFINITY): Promise<readonly JournalRow[]> {
    const record = this.#records.get(session)
    if (record === undefined) return []
    const first = Math.max(from, 1)
    this.#sealUpTo(record, first - 1)
    const end = Math.min(record.facts.length, first - 1 + Math.max(limit, 0))
    return record.facts.slice(first - 1, end).map((fact) => resolve(this.#seal(record, fact)))
  }

  async get(address: string): Promise<string | undefined> {
    if (!this.#payloads.has(address)) {
      for (const record of this.#records.values()) this.#sealUpTo(record, record.facts.length)
    }
    return this.#payloads.get(address)?.text
  }

  /** The head of a session, its link made only when somebody looks at it. */
  head(record: SessionRecord): Lease['head'] {
    return new Head(record.facts.length, (seq) => {
      this.#sealUpTo(record, seq)
      return record.chains[seq - 1] ?? genesis(record)
    })
  }

  /** The bytes of its rows as a disk would hold them, and of the payloads it uses. */
  size(record: SessionRecord): number {
    let bytes = 0
    for (const fact of record.facts) {
      const { type, path, kind, request, result, data, chain, key } = this.#seal(record, fact).row
      for (const text of [type, path, kind, request, result, data, chain, key]) bytes += Buffer.byteLength(text ?? '')
    }
    for (const address of record.addresses) bytes += Buffer.byteLength(this.#payloads.get(address)?.text ?? '')
    return bytes
  }

  /** Lets go of the payloads only this session needs. */
  forget(record: SessionRecord): void {
    for (const address of record.addresses) {
      const payload = this.#payloads.get(address)
      if (payload && --payload.sessions === 0) this.#payloads.delete(address)
    }
  }

  #sealUpTo(record: SessionRecord, seq: number): void {
    for (const fact of record.facts.slice(record.chains.length, seq)) this.#seal(record, fact)
  }

  #seal(record: SessionRecord, fact: Fact): SealedRow {
    const sealed = seal(fact, record.chains[fact.seq - 2] ?? genesis(record), this.#keys.current)
    record.chains[fact.seq - 1] = sealed.row.chain
    for (const { address, text } of sealed.payloads) {
      if (record.addresses.has(address)) continue
      record.addresses.add(address)
      const shared = this.#payloads.get(address)
      if (shared) shared.sessions++
      else this.#payloads.set(address, { text, sessions: 1 })
    }
    return sealed
  }
}

function applyMirror(record: SessionRecord, mirror: NonNullable<AppendOptions['mirror']>): void {
  record.status = mirror.status
  if (mirror.outcome !== undefined) record.outcome = mirror.outcome
  if (mirror.usage !== undefined) record.usage = mirror.usage
  if (mirror.state === 'ended') letGo(record, 'ended')
}

function settle(record: SessionRecord, settlement: Settlement): void {
  const intervention = record.interventions.find(({ id }) => id === settlement.id)
  if (intervention?.state !== 'queued') return
  intervention.state = settlement.state
  intervention.appliedAt = settlement.at
  intervention.why = settlement.why
}

function rejectRest(record: SessionRecord): void {
  for (const { id } of record.interventions) settle(record, { id, state: 'rejected', at: null, why: cameTooLate })
}

function resolve({ row, payloads }: SealedRow): JournalRow {
  if (payloads.length === 0) return row
  const texts = new Map(payloads.map(({ address, text }) => [address, text]))
  const whole = (column: string | null): string | null => (isAddress(column) ? (texts.get(column) ?? column) : column)
  return { ...row, request: whole(row.request), result: whole(row.result), data: whole(row.data) }
}
