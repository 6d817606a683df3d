/** How a session stands, as far as its row, the store's leases and what people sent tell. */
import type { Action } from '../../kernel/intervention.ts'
import type { Status } from '../../kernel/outcome.ts'
import type { SessionRow } from '../../ports/store.ts'
import type { Runtime } from '../runtime.ts'
import { atRest, type DispatchRecord, dispatchRecord, isSetAside } from './dispatch-record.ts'

/** A status, or `interrupted`: its process died. */
export type StandingStatus = Status | 'interrupted'

/** What lets a session go on that waits or is paused, once somebody runs it. */
const lettingGoOn: ReadonlySet<string> = new Set<Action>([
  'answer',
  'approve',
  'reject',
  'resume',
  'step',
  'finish',
  'abort',
])

/** Says of each session how it stands now. */
export class Standings {
  readonly #left: ReadonlySet<string>
  readonly #woken: ReadonlySet<string>

  private constructor(left: ReadonlySet<string>, woken: ReadonlySet<string>) {
    this.#left = left
    this.#woken = woken
  }

  /** How these stand. */
  static async read(runtime: Runtime, nowMs: number, rows: readonly SessionRow[]): Promise<Standings> {
    const ids = rows.map(({ id }) => id)
    const left = new Set(await runtime.store.sessions.abandoned(nowMs, ids.length, ids))
    const still = rows.filter(({ id, mirror }) => left.has(id) && atRest.has(mirror.status))
    const woken = await Promise.all(still.map(async ({ id }) => ((await isWoken(runtime, id)) ? [id] : [])))
    return new Standings(left, new Set(woken.flat()))
  }

  /** Whether a process works on it, or holds it. */
  isRun({ id, state }: SessionRow): boolean {
    return state === 'running' && !this.#left.has(id)
  }

  /** How it waits for a worker, or who has it. */
  dispatch(row: SessionRow): DispatchRecord {
    return dispatchRecord(row, this.isRun(row))
  }

  status(row: SessionRow): StandingStatus {
    const { id, state, mirror } = row
    // A worker has it, and it has come to nothing yet.
    if (this.isRun(row) && mirror.status === 'queued') return 'running'
    if (isSetAside(row)) return 'interrupted'
    if (state === 'ended' || state === 'parked' || this.isRun(row)) return mirror.status as Status
    // Somebody answered it, and nobody has looked at that since.
    if (this.#woken.has(id)) return 'queued'
    if (atRest.has(mirror.status)) return mirror.status as Status
    return state === 'queued' && mirror.status === 'queued' ? 'queued' : 'interrupted'
  }
}

/** Whether people sent it something that lets it go on. */
async function isWoken({ store }: Runtime, id: string): Promise<boolean> {
  const sent = await store.interventions.list(id)
  return sent.some(({ action, state }) => state === 'queued' && lettingGoOn.has(action))
}
