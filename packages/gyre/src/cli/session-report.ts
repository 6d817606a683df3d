/** What is said when a session is not stayed with any longer, and the exit code. */
import {
  errorTable,
  exitCodeOf,
  exitCodeOfPause,
  factOf,
  type Json,
  type Question,
  type Runtime,
  type SessionDefinition,
  type SessionEnd,
} from '@gyre/core'
import { shownCost, shownCount, shownTime } from './amounts.ts'
import { questionLines } from './ask-person.ts'
import { exitCodes } from './exit-codes.ts'
import type { Io } from './io.ts'
import type { Stop } from './session-drive.ts'

/** What a session was made with, from the first row of its journal. */
async function definitionOf(runtime: Runtime, id: string): Promise<SessionDefinition> {
  const [row] = await runtime.store.journal.read(id, 1, 1)
  return (row ? factOf(row).data : undefined) as unknown as SessionDefinition
}

/** What is told of every session, ended or not. */
async function known(runtime: Runtime, id: string) {
  const { loop, persona, models } = await definitionOf(runtime, id)
  return { session: id, loop, persona: persona?.name ?? null, model: models.author }
}

/** The end of a session: the answer on stdout, how it came to it on stderr. */
export async function reportEnd(io: Io, runtime: Runtime, end: SessionEnd, steps: number): Promise<number> {
  const { outcome, answer, gap, details, usage } = end
  if (io.output === 'json')
    io.printJson({ ...(await known(runtime, end.session)), outcome, answer, gap, details, usage })
  if (io.output === 'text') {
    if (answer !== null) io.print(answerText(answer))
    for (const line of closingLines(end, steps)) io.report(line)
  }
  return exitCodeOf(outcome)
}

export function answerText(answer: Json): string {
  return typeof answer === 'string' ? answer : JSON.stringify(answer, null, 2)
}

/** `answered · 3 steps · 1.2k tok · $0.004 · 2.1 s · gyre show ses_…`, and what to do about a failure. */
function closingLines({ session, outcome, usage, error, gap }: SessionEnd, steps: number): readonly string[] {
  const line = [
    outcome,
    `${steps} ${steps === 1 ? 'step' : 'steps'}`,
    `${shownCount(usage.inputTokens + usage.outputTokens)} tok`,
    ...(usage.costUsd === 0 ? [] : [shownCost(usage.costUsd)]),
    shownTime(usage.activeMs),
    session,
  ].join(' · ')
  const open = gap ? [`Still open: ${gap}`] : []
  return [line, ...open, ...(error ? [error.message, ...fixOf(error.code)] : [])]
}

function fixOf(code: string): readonly string[] {
  const entry = Object.hasOwn(errorTable, code) ? errorTable[code as keyof typeof errorTable] : undefined
  return entry ? [`Fix: ${entry.fix}`] : []
}

export type Standing = {
  readonly stop: Exclude<Stop, 'ended'>
  readonly wasInterrupted: boolean
  /** Whether it is only watched, and goes on elsewhere. */
  readonly isWatched: boolean
}

/** A session that has not ended: what it waits for, and how to go on. */
export async function reportStanding(io: Io, runtime: Runtime, id: string, standing: Standing): Promise<number> {
  const { stop, wasInterrupted, isWatched } = standing
  if (stop === 'left' && isWatched) {
    io.report(`Detached. Watch it again with: gyre attach ${id}`)
    return exitCodes.interrupted
  }
  const questions = stop === 'waiting' ? [...(await runtime.read(id)).view.questions.values()] : []
  if (io.output === 'json') io.printJson({ ...(await known(runtime, id)), status: statusOf(stop), questions })
  if (stop === 'waiting' && !wasInterrupted) {
    if (io.output === 'text') for (const line of waitingLines(id, questions)) io.report(line)
    return exitCodeOfPause(stop)
  }
  // Said also to who wants it quiet: without it the session is hard to find again.
  io.err.write(`${stop === 'waiting' ? 'Waiting for you' : 'Paused'}. Resume with: gyre resume ${id}\n`)
  return exitCodes.interrupted
}

function statusOf(stop: Standing['stop']): string {
  return stop === 'left' ? 'interrupted' : stop
}

/** What is asked, each with the command that answers it. */
export function waitingLines(id: string, questions: readonly Question[]): readonly string[] {
  const asked = questions.flatMap((question) => [
    ...questionLines(question),
    `    ${answerCommand(id, question, questions.length > 1)}`,
  ])
  return [`Session ${id} waits for you.`, ...asked]
}

export function answerCommand(id: string, { kind, path, choices }: Question, isOneOfMany: boolean): string {
  const which = isOneOfMany ? ` --question '${path}'` : ''
  if (kind === 'approval' || kind === 'fork') return `gyre approve ${id}${which}   or   gyre reject ${id}${which}`
  return `gyre answer ${id}${which} "${choices?.[0] ?? '…'}"`
}
