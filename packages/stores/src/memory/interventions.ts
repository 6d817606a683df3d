/** Interventions in memory. */
import type { Intervention, Interventions, Json, NewIntervention } from '@gyre/core'
import type { ChangeListeners } from '../change-listeners.ts'
import { sessionEnded, sessionUnknown } from '../refusals.ts'
import type { InterventionRecord, SessionRecord } from './session-record.ts'

export class MemoryInterventions implements Interventions {
  readonly #records: ReadonlyMap<string, SessionRecord>
  readonly #changes: ChangeListeners
  /** The session of each intervention. */
  readonly #sessions = new Map<string, string>()

  constructor(records: ReadonlyMap<string, SessionRecord>, changes: ChangeListeners) {
    this.#records = records
    this.#changes = changes
  }

  async add(intervention: NewIntervention): Promise<Intervention> {
    const record = this.#records.get(intervention.session)
    if (record === undefined) throw sessionUnknown(intervention.session)
    const { key } = intervention
    const known = key === null ? undefined : record.interventions.find((other) => other.key === key)
    if (known) return shown(known)
    if (record.state === 'ended') throw sessionEnded(record.id)
    const added: InterventionRecord = {
      ...intervention,
      body: JSON.stringify(intervention.body),
      state: 'queued',
      appliedAt: null,
      why: null,
      taken: false,
    }
    record.interventions.push(added)
    this.#sessions.set(added.id, record.id)
    record.wakeSeq++
    if (record.state === 'parked') record.state = 'queued'
    this.#changes.tell(record.id)
    return shown(added)
  }

  async list(session: string): Promise<readonly Intervention[]> {
    return this.#records.get(session)?.interventions.map(shown) ?? []
  }

  async take(id: string): Promise<Intervention | undefined> {
    const found = this.#find(id)?.intervention
    if (found?.state !== 'queued') return undefined
    found.taken = true
    return shown(found)
  }

  async edit(id: string, body: Json): Promise<boolean> {
    const found = this.#open(id)
    if (found === undefined) return false
    found.intervention.body = JSON.stringify(body)
    found.record.wakeSeq++
    this.#changes.tell(found.record.id)
    return true
  }

  async withdraw(id: string): Promise<boolean> {
    const found = this.#open(id)
    if (found === undefined) return false
    found.intervention.state = 'withdrawn'
    found.record.wakeSeq++
    this.#changes.tell(found.record.id)
    return true
  }

  forget(record: SessionRecord): void {
    for (const { id } of record.interventions) this.#sessions.delete(id)
  }

  /** One that may still be edited or withdrawn. */
  #open(id: string): { record: SessionRecord; intervention: InterventionRecord } | undefined {
    const found = this.#find(id)
    return found?.intervention.state === 'queued' && !found.intervention.taken ? found : undefined
  }

  #find(id: string): { record: SessionRecord; intervention: InterventionRecord } | undefined {
    const record = this.#records.get(this.#sessions.get(id) ?? '')
    const intervention = record?.interventions.find((other) => other.id === id)
    return record && intervention && { record, intervention }
  }
}

function shown({ taken: _, body, ...rest }: InterventionRecord): Intervention {
  return { ...rest, body: JSON.parse(body) as Json }
}
