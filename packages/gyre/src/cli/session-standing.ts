/** How a session stands, as far as its row and the store's leases tell. */
import type { Runtime, SessionRow, Status } from '@gyre/core'

/** A status, or `interrupted`: its process died. */
export type StandingStatus = Status | 'interrupted'

/** Nothing happens to these until somebody does something. */
const atRest: ReadonlySet<string> = new Set(['waiting', 'paused'])

/** Says of each session how it stands now. */
export class Standings {
  readonly #left: ReadonlySet<string>

  private constructor(left: ReadonlySet<string>) {
    this.#left = left
  }

  static async read(runtime: Runtime, nowMs: number): Promise<Standings> {
    return new Standings(new Set(await runtime.store.sessions.abandoned(nowMs, Number.POSITIVE_INFINITY)))
  }

  /** Whether a process works on it, or holds it. */
  isRun({ id, state }: SessionRow): boolean {
    return state === 'running' && !this.#left.has(id)
  }

  status(row: SessionRow): StandingStatus {
    const { state, mirror } = row
    if (state === 'ended' || state === 'parked' || this.isRun(row)) return mirror.status as Status
    if (state === 'running') return 'interrupted'
    // Somebody sent it something, and nobody has looked at it since.
    return atRest.has(mirror.status) || mirror.status === 'queued' ? 'queued' : 'interrupted'
  }
}
