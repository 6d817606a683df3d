/** What must be true after a storm, and how long sessions were without a worker. */
import { readFileSync } from 'node:fs'
import { type JournalRow, type Runtime, type SessionRow, verifyChain } from '@gyre/core'
import { expectedAnswer } from './crowd-loop.ts'
import type { Blow } from './storm.ts'
import type { WorkerNote } from './worker-process.ts'

/** A journal as it was seen in the middle of it: the links of its rows. */
export type Snapshot = { readonly session: string; readonly chains: readonly string[] }

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

/** Everything that is wrong, in words; nothing when all is well. `indexes` tells which session is which. */
export async function faultsOf(
  runtime: Runtime,
  indexes: ReadonlyMap<string, number>,
  snapshots: readonly Snapshot[],
  notes: readonly WorkerNote[],
): Promise<readonly string[]> {
  const faults = repeatedCharges(notes)
  const rows = new Map((await runtime.listAll()).map((row) => [row.id, row]))
  const seen = Map.groupBy(snapshots, ({ session }) => session)
  const noted = Map.groupBy(notes, ({ session }) => session)
  for (const [id, index] of indexes) {
    const row = rows.get(id)
    if (!row) {
      faults.push(`${id} is not there`)
      continue
    }
    const journal = await runtime.store.journal.read(id, 1)
    faults.push(
      ...endFaults(row, journal, index),
      ...journalFaults(id, journal, seen.get(id) ?? []),
      ...repeatFaults(id, journal, noted.get(id) ?? []),
      ...(await interventionFaults(runtime, id)),
    )
    const verified = await verifyChain(row, journal, runtime.store.keys)
    if (!verified.ok) faults.push(`the chain of ${id} is broken: ${JSON.stringify(verified)}`)
  }
  return faults
}

function repeatedCharges(notes: readonly WorkerNote[]): string[] {
  const charges = notes.filter((note) => note.note === 'effect' && note.tool === 'charge')
  const times = Map.groupBy(charges, (note) => `${note.session} ${'path' in note ? note.path : ''}`)
  return [...times]
    .filter(([, each]) => each.length > 1)
    .map(([call, each]) => `${call} was charged ${each.length} times`)
}

function endFaults(row: SessionRow, journal: readonly JournalRow[], index: number): readonly string[] {
  const { id, state, mirror } = row
  if (state !== 'ended' || mirror.outcome !== 'answered')
    return [`${id} is ${state}, ${mirror.status}: ${mirror.outcome}`]
  const ends = journal.filter(({ type }) => type === 'session.ended')
  const { answer } = JSON.parse(ends[0]?.data ?? '{}') as { answer?: unknown }
  const expected = expectedAnswer(index)
  return [
    ...(ends.length === 1 ? [] : [`${id} ended ${ends.length} times`]),
    ...(answer === expected ? [] : [`${id} answered ${JSON.stringify(answer)}, not ${expected}`]),
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

export type Takeover = { readonly how: Blow['how']; readonly ms: number }

/** How long it took until another worker went on with what was taken from one. */
export function takeovers(blows: readonly Blow[], notes: readonly WorkerNote[]): readonly Takeover[] {
  const runs = Map.groupBy(
    notes.filter((note) => note.note === 'run'),
    ({ session }) => session,
  )
  return blows.flatMap(({ how, at, pid, sessions }) =>
    sessions.flatMap((session) => {
      const next = runs.get(session)?.find((run) => run.note === 'run' && run.at >= at && run.pid !== pid)
      return next?.note === 'run' ? [{ how, ms: next.at - at }] : []
    }),
  )
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}
