/** How long sessions were without a worker, and which were left alone. */
import type { Blow } from './storm.ts'
import type { RunNote, WorkerNote } from './worker-process.ts'

const never = Number.POSITIVE_INFINITY

export type Takeover = { readonly how: Blow['how']; readonly ms: number }

/** Nobody had gone on with it at the end of the storm, so long after its worker was lost. */
export type LeftAlone = Takeover & { readonly session: string }

export type Aftermath = {
  readonly notes: readonly WorkerNote[]
  readonly chronicles: ReadonlyMap<string, Chronicle>
  readonly stormEndedAt: number
}

/** When the facts of a session were made, and when it ended. */
export type Chronicle = { readonly facts: readonly number[]; readonly endedAt: number | undefined }

export type Fates = { readonly takeovers: readonly Takeover[]; readonly left: readonly LeftAlone[] }

/** Of the sessions that were taken from workers. Those that their old worker went on with, back in time, are neither. */
export function fatesOf(blows: readonly Blow[], { notes, chronicles, stormEndedAt }: Aftermath): Fates {
  const runs = Map.groupBy(
    notes.filter((note): note is RunNote => note.note === 'run'),
    ({ session }) => session,
  )
  const takeovers: Takeover[] = []
  const left: LeftAlone[] = []
  for (const { how, at, healedAt, pid, sessions } of blows) {
    for (const session of sessions) {
      const next = runs.get(session)?.find((run) => run.at >= at && run.pid !== pid)?.at ?? never
      const back = cameBackAt(chronicles.get(session), healedAt)
      if (next < never && next <= back) takeovers.push({ how, ms: next - at })
      if (Math.min(next, back) > stormEndedAt) left.push({ how, session, ms: stormEndedAt - at })
    }
  }
  return { takeovers, left }
}

/** When the old worker itself went on, or had ended it before anybody noticed; never, if it did not. */
function cameBackAt({ facts, endedAt }: Chronicle = { facts: [], endedAt: undefined }, healedAt: number): number {
  return Math.min(endedAt ?? never, facts.find((fact) => fact >= healedAt) ?? never)
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}
