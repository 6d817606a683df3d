/** A session as the memory store holds it. Facts stay objects; bytes are made when somebody reads them. */
import type {
  DispatchState,
  DispatchTerms,
  Fact,
  Intervention,
  JsonObject,
  LeaseTerms,
  NewSession,
  SessionRow,
} from '@gyre/core'

export type InterventionRecord = Omit<Intervention, 'body' | 'state' | 'appliedAt' | 'why'> & {
  body: string
  state: Intervention['state']
  appliedAt: string | null
  why: string | null
  /** In the hands of the kernel. */
  taken: boolean
}

export type SessionRecord = {
  readonly id: string
  readonly owner: string
  waits: DispatchTerms
  readonly mirror: NewSession['mirror']
  readonly facts: Fact[]
  /** Links of the facts that were read so far. */
  readonly chains: string[]
  /** Payloads of the facts that were read so far. */
  readonly addresses: Set<string>
  readonly interventions: InterventionRecord[]
  state: DispatchState
  worker: string | null
  leaseUntil: number | null
  token: number
  wakeSeq: number
  status: string
  outcome: string | null
  usage: JsonObject | null
}

export function sessionRecord(session: NewSession): SessionRecord {
  return {
    id: session.id,
    owner: session.owner,
    waits: { priority: session.waits?.priority ?? 0, notBefore: session.waits?.notBefore ?? null },
    mirror: session.mirror,
    facts: [...session.facts],
    chains: [],
    addresses: new Set(),
    interventions: [],
    state: 'queued',
    worker: null,
    leaseUntil: null,
    token: 0,
    wakeSeq: 0,
    status: session.mirror.status,
    outcome: null,
    usage: null,
  }
}

export function hold(record: SessionRecord, terms: LeaseTerms): void {
  record.state = 'running'
  record.token++
  record.worker = terms.worker
  record.leaseUntil = terms.now + terms.leaseMs
}

/** Nobody holds it any more. */
export function letGo(record: SessionRecord, state: Exclude<DispatchState, 'running'>): void {
  record.state = state
  record.worker = null
  record.leaseUntil = null
}

export function sessionRow(record: SessionRecord): SessionRow {
  return {
    id: record.id,
    owner: record.owner,
    state: record.state,
    worker: record.worker,
    leaseUntil: record.leaseUntil,
    token: record.token,
    wakeSeq: record.wakeSeq,
    waits: record.waits,
    mirror: {
      ...record.mirror,
      status: record.status,
      outcome: record.outcome,
      usage: record.usage,
      updatedAt: record.facts.at(-1)?.at ?? record.mirror.createdAt,
    },
  }
}
