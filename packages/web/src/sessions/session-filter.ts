/** What a list of sessions is narrowed down by: the address says it, the server sorts out what it can. */
import type { SessionQuery, SessionSummary } from '../api/lists.ts'

export type SessionFilter = {
  readonly q?: string
  /** How they stand, or how they ended: `waiting`, `answered`, `limit`. */
  readonly status?: string
  readonly loop?: string
  readonly persona?: string
}

type Standing = {
  readonly word: string
  /** The statuses the server knows it by. */
  readonly statuses: string
  /** What its outcome begins with, where it has ended. */
  readonly outcome?: string
}

/** Ways to stand, by what the address calls them. */
export const standings: Readonly<Record<string, Standing>> = {
  running: { word: 'running', statuses: 'running,planning,executing,evaluating,deciding' },
  waiting: { word: 'waits for you', statuses: 'waiting' },
  paused: { word: 'paused', statuses: 'paused' },
  queued: { word: 'queued', statuses: 'queued' },
  interrupted: { word: 'interrupted', statuses: 'interrupted' },
  answered: { word: 'answered', statuses: 'completed', outcome: 'answered' },
  gap_open: { word: 'gap open', statuses: 'completed', outcome: 'gap_open' },
  limit: { word: 'limit', statuses: 'completed', outcome: 'limit' },
  stuck: { word: 'stuck', statuses: 'stuck', outcome: 'stuck' },
  blocked: { word: 'blocked', statuses: 'failed', outcome: 'blocked' },
  failed: { word: 'failed', statuses: 'failed', outcome: 'failed' },
  aborted: { word: 'aborted', statuses: 'aborted', outcome: 'aborted' },
}

export function isNarrowed(filter: SessionFilter): boolean {
  return Object.values(filter).some((value) => value !== undefined && value !== '')
}

/** What is asked of the server. A status that the page has no word for is asked for as it is. */
export function queryOf({ q, status, loop, persona }: SessionFilter): SessionQuery {
  const statuses = status ? (standings[status]?.statuses ?? status) : undefined
  const asked = { q: q?.trim(), status: statuses, loop, persona }
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined && value !== ''))
}

/** Whether a session the server found is one that is meant: it knows statuses, not outcomes. */
export function isMeant({ status }: SessionFilter, { outcome }: Pick<SessionSummary, 'outcome'>): boolean {
  const wanted = standings[status ?? '']?.outcome
  return wanted === undefined || outcome?.split(':')[0] === wanted
}
