/** What a session waits for that nobody runs and that needs no person: its time, or a worker. */
import { isSetAside, type SessionRow, type StandingStatus } from '@gyre/core'
import type { Place } from '../place.ts'

export type SessionWait = {
  /** Its time, while that has not come. */
  readonly notBefore: string | null
  /** Whether there are workers; null where nobody knows. */
  readonly hasWorkers: boolean | null
}

/** Says of each session what it waits for. */
export class SessionWaits {
  readonly #hasWorkers: boolean | null
  readonly #nowMs: number

  private constructor(hasWorkers: boolean | null, nowMs: number) {
    this.#hasWorkers = hasWorkers
    this.#nowMs = nowMs
  }

  static async read({ postgres }: Pick<Place, 'postgres'>, nowMs: number): Promise<SessionWaits> {
    if (!postgres) return new SessionWaits(null, nowMs)
    const { fleetOf } = await import('@gyre/stores/postgres')
    const { workers } = await fleetOf(postgres.store.database)
    return new SessionWaits(
      workers.some(({ isDraining }) => !isDraining),
      nowMs,
    )
  }

  /** Undefined when somebody runs it, or a person has to do something. */
  of(row: SessionRow, status: StandingStatus): SessionWait | undefined {
    const { mirror, waits } = row
    // On PostgreSQL workers go on with whatever can go on; on one machine perhaps nobody does.
    const isForWorkers = this.#hasWorkers !== null || mirror.status === 'queued'
    const canGoOn = status === 'queued' || (status === 'interrupted' && !isSetAside(row))
    if (!isForWorkers || !canGoOn) return undefined
    const isLater = waits.notBefore !== null && waits.notBefore > this.#nowMs
    return { notBefore: isLater ? new Date(waits.notBefore).toISOString() : null, hasWorkers: this.#hasWorkers }
  }
}

/** `waits for its time, 2026-11-17T08:00:00.000Z`, `waits for a worker, and there is none: gyre worker`. */
export function waitText({ notBefore, hasWorkers }: SessionWait): string {
  if (notBefore !== null) return `waits for its time, ${notBefore}`
  if (hasWorkers === false) return 'waits for a worker, and there is none (gyre worker)'
  return hasWorkers ? 'waits for a worker' : 'waits for a worker (gyre worker)'
}

/** How a session stands that nobody runs, and the command that lets it go on at once. */
export async function stillLine(
  place: Pick<Place, 'postgres'>,
  row: SessionRow,
  status: StandingStatus,
): Promise<string> {
  const { id } = row
  if (isSetAside(row))
    return `It was set aside: its worker died again and again, or its facts were refused. Once more: gyre resume ${id}`
  const wait = (await SessionWaits.read(place, Date.now())).of(row, status)
  if (wait) return `It ${waitText(wait)}. Have it here at once with: gyre resume ${id}`
  return `Nobody runs it now. Go on with: gyre resume ${id}`
}
