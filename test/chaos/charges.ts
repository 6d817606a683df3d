/** Calls that may be made once: each attempt is begun once at most, and a further one only when a person said so. */
import type { JournalRow } from '@gyre/core'
import type { Blow } from './storm.ts'
import type { EffectNote, WorkerNote } from './worker-process.ts'

type Intent = { readonly seq: number; readonly attempt: number }
type Answer = { readonly seq: number; readonly at: number; readonly text: string }

type Call = {
  readonly name: string
  readonly intents: readonly Intent[]
  /** What people said about each attempt, by its number. */
  readonly answers: ReadonlyMap<number, Answer>
  readonly begun: readonly EffectNote[]
}

const mark = '/uncertain#'

/** Of one session. Those begun that are `excused` may have been begun late, but were begun. */
export function chargeFaults(
  session: string,
  journal: readonly JournalRow[],
  notes: readonly WorkerNote[],
  excused: ReadonlySet<WorkerNote>,
): readonly string[] {
  const charges = notes.filter((note) => note.note === 'effect' && note.tool === 'charge') as EffectNote[]
  const intended = journal.filter(({ type }) => type === 'step.intended').map(({ path }) => path ?? '')
  const paths = new Set([...intended, ...charges.map(({ path }) => path)])
  return [...paths].flatMap((path) => {
    const begun = charges.filter((charge) => charge.path === path)
    const call = { name: `${path} of ${session}`, ...recordedOf(path, journal), begun }
    return [...intentFaults(call), ...beginFaults(call, excused)]
  })
}

function recordedOf(path: string, journal: readonly JournalRow[]): Pick<Call, 'intents' | 'answers'> {
  const intents = journal.filter((row) => row.type === 'step.intended' && row.path === path)
  const answers = journal.filter((row) => row.type === 'question.answered' && row.path?.startsWith(`${path}${mark}`))
  return {
    intents: intents.map((row) => ({ seq: row.seq, attempt: Number(dataOf(row)['attempt'] ?? 1) })),
    answers: new Map(
      answers.map((row) => {
        const attempt = Number(row.path?.split(mark)[1])
        return [attempt, { seq: row.seq, at: row.at, text: String(dataOf(row)['text']) }]
      }),
    ),
  }
}

function dataOf({ data }: JournalRow): Record<string, unknown> {
  return JSON.parse(data ?? '{}') as Record<string, unknown>
}

/** The first is the loop's own, each other one that of a person who said `retry` before. */
function intentFaults({ name, intents, answers }: Call): readonly string[] {
  return intents.flatMap(({ seq, attempt }, at) => {
    if (attempt !== at + 1) return [`${name} was intended for the ${attempt}. time after ${at} times`]
    const answer = answers.get(at)
    const isAllowed = at === 0 || (answer?.text === 'retry' && answer.seq < seq)
    return isAllowed ? [] : [`${name} was intended again, and nobody had said so`]
  })
}

function beginFaults({ name, intents, answers, begun }: Call, excused: ReadonlySet<WorkerNote>): readonly string[] {
  const isTooOften = begun.length > intents.length
  // What was begun after a person spoke about an attempt is one of those that followed.
  const isLate = [...answers].some(([attempt, { at }]) => {
    const later = begun.filter((note) => note.at > at && !excused.has(note))
    return later.length > intents.length - attempt
  })
  return [
    ...(isTooOften ? [`${name} was begun ${begun.length} times, and intended ${intents.length} times`] : []),
    ...(isLate ? [`${name} was begun after a person had been asked about it and answered`] : []),
  ]
}

/**
 * What a worker does first when it wakes up from a stop: it looked whether it may, was stopped, and went on. Nobody who
 * can be stopped can do better. Whatever comes after that, it has to look again.
 */
export function firstAfterStops(blows: readonly Blow[], notes: readonly WorkerNote[]): ReadonlySet<WorkerNote> {
  const stops = blows.filter(({ how }) => how === 'stop')
  return new Set(
    stops.flatMap(({ pid, struckAt }) => notes.find((note) => note.pid === pid && note.at >= struckAt) ?? []),
  )
}
