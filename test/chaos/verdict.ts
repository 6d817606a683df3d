/** What must be true after a storm. */
import { readFileSync } from 'node:fs'
import { type JournalRow, type Runtime, type SessionRow, verifyChain } from '@gyre/core'
import { chargeFaults, firstAfterStops } from './charges.ts'
import { expectedAnswer } from './crowd-loop.ts'
import type { Blow } from './storm.ts'
import type { Chronicle } from './takeovers.ts'
import { type Sight, sightFaults } from './watchers.ts'
import type { WorkerNote } from './worker-process.ts'

/** A journal as it was seen in the middle of it: the links of its rows. */
export type Snapshot = { readonly session: string; readonly chains: readonly string[] }

/** What was seen of a storm from outside. */
export type Witness = {
  /** Which session is which. */
  readonly indexes: ReadonlyMap<string, number>
  /** Those that may have been aborted. */
  readonly aborted: ReadonlySet<string>
  readonly snapshots: readonly Snapshot[]
  readonly sights: readonly Sight[]
  readonly notes: readonly WorkerNote[]
  readonly blows: readonly Blow[]
}

export type Verdict = {
  /** Everything that is wrong, in words; nothing when all is well. */
  readonly faults: readonly string[]
  readonly facts: number
  /** Attempts beyond the first of calls that may be made once. */
  readonly retries: number
  readonly chronicles: ReadonlyMap<string, Chronicle>
}

export function readNotes(file: string): readonly WorkerNote[] {
  const lines = readFileSync(file, 'utf8').split('\n')
  // A worker may be killed in the middle of a line, and another begin its own behind it.
  return lines.flatMap((line) => {
    try {
      return [JSON.parse(line) as WorkerNote]
    } catch {
      return []
    }
  })
}

export async function verdictOf(runtime: Runtime, witness: Witness): Promise<Verdict> {
  const { snapshots, sights, notes, blows, aborted } = witness
  const rows = new Map((await runtime.listAll()).map((row) => [row.id, row]))
  const seen = Map.groupBy(snapshots, ({ session }) => session)
  const noted = Map.groupBy(notes, ({ session }) => session)
  const watched = Map.groupBy(sights, ({ session }) => session)
  const excused = firstAfterStops(blows, notes)
  const faults: string[] = []
  const chronicles = new Map<string, Chronicle>()
  let [facts, retries] = [0, 0]
  for (const [id, index] of witness.indexes) {
    const row = rows.get(id)
    if (!row) {
      faults.push(`${id} is not there`)
      continue
    }
    const journal = await runtime.store.journal.read(id, 1)
    facts += journal.length
    retries += retriesIn(journal)
    chronicles.set(id, chronicleOf(journal))
    faults.push(
      ...endFaults(row, journal, { expected: expectedAnswer(index), mayBeAborted: aborted.has(id) }),
      ...journalFaults(id, journal, seen.get(id) ?? []),
      ...repeatFaults(id, journal, noted.get(id) ?? []),
      ...chargeFaults(id, journal, noted.get(id) ?? [], excused),
      ...sightFaults(journal, watched.get(id) ?? []),
      ...(await interventionFaults(runtime, id)),
    )
    const verified = await verifyChain(row, journal, runtime.store.keys)
    if (!verified.ok) faults.push(`the chain of ${id} is broken: ${JSON.stringify(verified)}`)
  }
  return { faults, facts, retries, chronicles }
}

function chronicleOf(journal: readonly JournalRow[]): Chronicle {
  const endedAt = journal.find(({ type }) => type === 'session.ended')?.at
  return { facts: journal.map(({ at }) => at), endedAt }
}

function retriesIn(journal: readonly JournalRow[]): number {
  const intended = journal.filter(({ type }) => type === 'step.intended').map(({ path }) => path)
  return intended.length - new Set(intended).size
}

type RightEnd = { readonly expected: number; readonly mayBeAborted: boolean }

function endFaults(
  { id, state, mirror }: SessionRow,
  journal: readonly JournalRow[],
  { expected, mayBeAborted }: RightEnd,
): readonly string[] {
  const isAborted = mayBeAborted && mirror.outcome === 'aborted'
  if (state !== 'ended' || !(mirror.outcome === 'answered' || isAborted))
    return [`${id} is ${state}, ${mirror.status}: ${mirror.outcome}`]
  const ends = journal.filter(({ type }) => type === 'session.ended')
  const { answer } = JSON.parse(ends[0]?.data ?? '{}') as { answer?: unknown }
  return [
    ...(ends.length === 1 ? [] : [`${id} ended ${ends.length} times`]),
    ...(isAborted || answer === expected ? [] : [`${id} answered ${JSON.stringify(answer)}, not ${expected}`]),
  ]
}

function journalFaults(id: string, journal: readonly JournalRow[], snapshots: readonly Snapshot[]): readonly string[] {
  const gap = journal.findIndex(({ seq }, at) => seq !== at + 1)
  const paths = journal.filter(({ type }) => type === 'step.finished' || type === 'step.failed').map(({ path }) => path)
  const twice = paths.filter((path, at) => paths.indexOf(path) !== at)
  const changed = snapshots.filter(({ chains }) => chains.some((chain, at) => journal[at]?.chain !== chain))
  return [
    ...(gap < 0 ? [] : [`the journal of ${id} has a gap at ${gap + 1}`]),
    ...twice.map((path) => `${path} of ${id} is recorded twice`),
    ...(changed.length === 0 ? [] : [`rows of ${id} that were there are gone or others`]),
  ]
}

/** What was recorded when a process took a session over is done again by none of its calls. */
function repeatFaults(id: string, journal: readonly JournalRow[], notes: readonly WorkerNote[]): readonly string[] {
  const recorded = new Map(journal.filter(({ type }) => type === 'step.finished').map(({ path, seq }) => [path, seq]))
  const known = new Map<number, number>()
  return notes.flatMap((note) => {
    if (note.note === 'run') {
      known.set(note.pid, note.after)
      return []
    }
    const seq = recorded.get(note.path)
    const isRepeated = seq !== undefined && seq <= (known.get(note.pid) ?? 0)
    return isRepeated ? [`${note.path} of ${id} was recorded, and begun again by ${note.pid}`] : []
  })
}

async function interventionFaults(runtime: Runtime, id: string): Promise<readonly string[]> {
  const sent = await runtime.store.interventions.list(id)
  return sent.filter(({ state }) => state === 'queued').map(({ action }) => `${action} for ${id} was never settled`)
}
