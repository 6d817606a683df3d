/** Who hands sessions to workers. */
import { type Dispatcher, inProcessDispatcher, systemClock } from '@gyre/core'
import type { PostgresDispatcher, SessionSchedule } from '@gyre/stores/postgres'
import { manifest } from '../manifest.ts'
import type { OpenedStore } from './opened-store.ts'

/** How many sessions a worker runs at once when nobody says. */
export const usualConcurrency = 20

export type DispatchWish = {
  /** How many of those that wait are run here at once; none with 0. The usual number on PostgreSQL when left out. */
  readonly concurrency?: number | undefined
}

export type Dispatch = {
  readonly dispatcher: Dispatcher
  /** The same, where it is one over many processes. */
  readonly shared: PostgresDispatcher | undefined
}

export type DispatchNews = {
  onTrouble(line: string): void
  /** A schedule is due. */
  onSchedule(schedule: SessionSchedule): Promise<void>
}

/** Undefined where this process runs what it begins, and nothing else. */
export async function dispatchOf(
  { postgres }: Pick<OpenedStore, 'postgres'>,
  wish: DispatchWish | undefined,
  news: DispatchNews,
): Promise<Dispatch | undefined> {
  if (!wish) return undefined
  const { concurrency } = wish
  if (postgres) {
    const { postgresDispatcher } = await import('@gyre/stores/postgres')
    const terms = { concurrency: concurrency ?? usualConcurrency, version: manifest().version }
    const shared = await postgresDispatcher(postgres, { ...terms, ...news })
    return { dispatcher: shared, shared }
  }
  if (concurrency === undefined) return undefined
  return { dispatcher: inProcessDispatcher({ clock: systemClock, concurrency }), shared: undefined }
}
