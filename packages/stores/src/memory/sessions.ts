/** Sessions in memory, and who may write them. */
import type { Lease, LeaseTerms, NewSession, SessionFilter, SessionRow, Sessions } from '@gyre/core'
import { checkNumbering, sessionKnown } from '../refusals.ts'
import { type Cap, capsOn } from '../session-limits.ts'
import type { MemoryInterventions } from './interventions.ts'
import type { MemoryJournal } from './journal.ts'
import { hold, letGo, type SessionRecord, sessionRecord, sessionRow } from './session-record.ts'
import type { WriteNotices } from './write-notices.ts'

export class MemorySessions implements Sessions {
  readonly #records: Map<string, SessionRecord>
  readonly #journal: MemoryJournal
  readonly #interventions: MemoryInterventions
  readonly #notices: WriteNotices

  constructor(
    records: Map<string, SessionRecord>,
    journal: MemoryJournal,
    interventions: MemoryInterventions,
    notices: WriteNotices,
  ) {
    this.#records = records
    this.#journal = journal
    this.#interventions = interventions
    this.#notices = notices
  }

  async create(session: NewSession, terms?: LeaseTerms): Promise<Lease | undefined> {
    if (this.#records.has(session.id)) throw sessionKnown(session.id)
    checkNumbering(session.id, 0, session.facts)
    const record = sessionRecord(session)
    this.#records.set(session.id, record)
    return terms && this.#lease(record, terms)
  }

  async get(id: string): Promise<SessionRow | undefined> {
    const record = this.#records.get(id)
    return record && sessionRow(record)
  }

  async list(filter: SessionFilter): Promise<readonly SessionRow[]> {
    const rows: SessionRow[] = []
    const limit = filter.limit ?? Number.POSITIVE_INFINITY
    for (const record of this.#newestFirst(filter.before)) {
      if (rows.length >= limit) break
      if (passes(record, filter)) rows.push(sessionRow(record))
    }
    return rows
  }

  async acquire(id: string, terms: LeaseTerms): Promise<Lease | undefined> {
    const record = this.#records.get(id)
    if (record === undefined || !isFree(record, terms.now)) return undefined
    if (record.state !== 'running' && !this.#hasRoom(record, terms.limits)) return undefined
    // Once it was begun, its time has come.
    record.waits = { ...record.waits, notBefore: null }
    return this.#lease(record, terms)
  }

  async renew(leases: readonly Lease[], terms: LeaseTerms): Promise<readonly string[]> {
    const lost: string[] = []
    for (const lease of leases) {
      const record = this.#held(lease)
      if (record === undefined) lost.push(lease.session)
      else if (record.state === 'running') record.leaseUntil = terms.now + terms.leaseMs
    }
    return lost
  }

  async park(lease: Lease): Promise<boolean> {
    const record = this.#held(lease)
    if (record?.state !== 'running' || record.wakeSeq !== lease.wakeSeq) return false
    letGo(record, 'parked')
    this.#notices.wrote()
    return true
  }

  async release(lease: Lease): Promise<void> {
    const record = this.#held(lease)
    if (record?.state === 'running') letGo(record, 'queued')
  }

  async abandoned(now: number, limit: number, among?: readonly string[]): Promise<readonly string[]> {
    const known = among?.flatMap((id) => this.#records.get(id) ?? []) ?? [...this.#records.values()]
    const records = known.filter((record) => isAbandoned(record, now))
    // Sorting keeps the order of those that are equal: the oldest come first.
    records.sort((a, b) => b.waits.priority - a.waits.priority)
    return records.slice(0, limit).map(({ id }) => id)
  }

  async wakeSeqs(ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const seqs = new Map<string, number>()
    for (const id of ids) {
      const record = this.#records.get(id)
      if (record) seqs.set(id, record.wakeSeq)
    }
    return seqs
  }

  async sizes(ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const sizes = new Map<string, number>()
    for (const id of ids) {
      const record = this.#records.get(id)
      if (record) sizes.set(id, this.#journal.size(record) + interventionSize(record))
    }
    return sizes
  }

  async remove(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      const record = this.#records.get(id)
      if (record?.state !== 'ended') continue
      this.#journal.forget(record)
      this.#interventions.forget(record)
      this.#records.delete(id)
    }
  }

  #lease(record: SessionRecord, terms: LeaseTerms): Lease {
    hold(record, terms)
    return {
      session: record.id,
      token: record.token,
      wakeSeq: record.wakeSeq,
      head: this.#journal.head(record),
    }
  }

  #hasRoom(record: SessionRecord, limits: LeaseTerms['limits']): boolean {
    const { owner, mirror } = record
    return capsOn({ owner, ...mirror }, limits).every((cap) => this.#runningUnder(cap) < cap.most)
  }

  #runningUnder({ by, value }: Cap): number {
    let count = 0
    for (const { state, owner, mirror } of this.#records.values()) {
      if (state === 'running' && (by === 'owner' ? owner : mirror[by]) === value) count++
    }
    return count
  }

  #held(lease: Lease): SessionRecord | undefined {
    const record = this.#records.get(lease.session)
    return record?.token === lease.token ? record : undefined
  }

  /** A page may begin before a session that was removed meanwhile: ids are sorted by time of making, so they tell. */
  #newestFirst(before: string | undefined): SessionRecord[] {
    const records = [...this.#records.values()]
    if (before === undefined) return records.reverse()
    const place = records.findIndex(({ id }) => id === before)
    const end = place >= 0 ? place : records.findLastIndex(({ id }) => id < before) + 1
    return records.slice(0, end).reverse()
  }
}

/** Whoever asks for a session by its id need not wait for its time. */
function isFree(record: SessionRecord, now: number): boolean {
  return record.state === 'queued' || record.state === 'parked' || hasRunOut(record, now)
}

function isAbandoned(record: SessionRecord, now: number): boolean {
  if (record.state === 'queued') return (record.waits.notBefore ?? now) <= now
  return hasRunOut(record, now)
}

/** No worker is taken for dead: a process that died took this store with it. */
function hasRunOut({ state, leaseUntil }: SessionRecord, now: number): boolean {
  return state === 'running' && (leaseUntil ?? 0) < now
}

function interventionSize(record: SessionRecord): number {
  return record.interventions.reduce((sum, { body }) => sum + Buffer.byteLength(body), 0)
}

function passes(record: SessionRecord, filter: SessionFilter): boolean {
  if (filter.owner !== undefined && record.owner !== filter.owner) return false
  if (filter.thread !== undefined && record.mirror.thread !== filter.thread) return false
  if (filter.persona !== undefined && record.mirror.persona !== filter.persona) return false
  if (filter.states && !filter.states.includes(record.state)) return false
  return filter.statuses === undefined || filter.statuses.includes(record.status)
}
