/** What every workload is given. */
import type { Peer } from './catalogue.ts'

export type Setting = {
  readonly peers: readonly Peer[]
  readonly rounds: number
  readonly isQuick: boolean
  /** An empty folder, and an empty database for those who need one. */
  place(store: string): Promise<{ readonly folder: string; readonly url: string }>
  /** A fault of somebody else's is told below the tables; one of ours ends the run. */
  leaveOut(peer: Peer, what: string, error: unknown): void
}

export function warmMs({ isQuick }: Setting): number {
  return isQuick ? 500 : 1500
}

/** About how long a batch takes: as many runs as fit. */
export function batchMs({ isQuick }: Setting): number {
  return isQuick ? 60 : 300
}
