/** What is said when a session is not stayed with any longer, and the exit code. */
import { exitCodeOf, fixOf, type Question, type RunObject, type Runtime, runObject, type SessionEnd } from '@gyre/core'
import { exitCodes } from '../exit-codes.ts'
import type { Io } from '../io.ts'
import { shownCost, shownCount, shownTime } from '../output/amounts.ts'
import type { AnswerFile } from '../output/answer-file.ts'
import { answerText } from '../output/answer-text.ts'
import { oneLine } from '../terminal/one-line.ts'
import type { SessionPicture } from '../terminal/session-picture.ts'
import { isApproval, isYesOrNo, questionLines } from './ask-person.ts'
import { blockedReason } from './blocked-reason.ts'
import { keepAnswer } from './kept-answer.ts'
import type { Stop } from './session-drive.ts'
import { lastPause, type Pause, pauseText } from './session-pause.ts'

/** What was shown of its steps. */
export type ShownSteps = Pick<SessionPicture, 'steps' | 'lastStep'>

export type EndOptions = ShownSteps & {
  /** Where the answer goes instead of stdout. */
  readonly file?: AnswerFile | undefined
}

/** The end of a session: the answer on stdout or in a file, how it came to it on stderr. */
export async function reportEnd(io: Io, runtime: Runtime, end: SessionEnd, options: EndOptions): Promise<number> {
  const { file, steps } = options
  const result = io.output === 'json' || file ? await resultOf(runtime, end) : undefined
  if (io.output === 'json') io.printJson(result)
  const keeping = file && result ? await keepAnswer({ io, runtime, file }, result) : 'nothing'
  if (io.output === 'text') {
    // What could not be written is at least seen.
    if (end.answer !== null && keeping !== 'written') io.print(answerText(end.answer))
    const isTold = await isFailureTold(io, end, options)
    for (const line of closingLines(end, steps, isTold)) io.report(line)
  }
  return exitCodeOf(end.outcome) || keepingCodes[keeping]
}

const keepingCodes = { written: exitCodes.done, nothing: exitCodes.done, failed: exitCodes.failed } as const

async function resultOf(runtime: Runtime, end: SessionEnd): Promise<RunObject> {
  const { session, outcome, answer, gap, details, usage } = end
  return { ...(await runObject(runtime, session)), outcome, answer, gap, details, usage }
}

/** `answered · 3 steps · 1.2k tok · $0.004 · 2.1 s · gyre show ses_…`, and what to do about a failure. */
function closingLines(end: SessionEnd, steps: number, isTold: boolean): readonly string[] {
  const { session, outcome, usage, error, gap, details } = end
  const line = [
    outcome,
    `${steps} ${steps === 1 ? 'step' : 'steps'}`,
    `${shownCount(usage.inputTokens + usage.outputTokens)} tok`,
    ...(usage.costUsd === 0 ? [] : [shownCost(usage.costUsd)]),
    shownTime(usage.activeMs),
    session,
  ].join(' · ')
  const blocked = blockedReason(outcome, details)
  const open = [...(blocked ? [`Blocked: ${blocked}.`] : []), ...(gap ? [`Still open: ${gap}`] : [])]
  return [line, ...open, ...(error ? [...(isTold ? [] : [error.message]), ...fixLines(error.code)] : [])]
}

/** Whether the line of the last step says whole why the session failed. */
async function isFailureTold(io: Io, { error }: SessionEnd, { lastStep }: ShownSteps): Promise<boolean> {
  if (!error || !lastStep?.hasFailed || io.isQuiet) return false
  const { logColumns, stepLine } = await import('../terminal/step-line.ts')
  const line = stepLine(lastStep, io.isLive ? io.err.width() - 1 : logColumns, (_, text) => text)
  return line.includes(oneLine(error.message))
}

function fixLines(code: string): readonly string[] {
  const fix = fixOf(code)
  return fix === undefined ? [] : [`Fix: ${fix}`]
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
  const { questions, reason, lines } = await neededOf(runtime, id, stop)
  if (io.output === 'json')
    io.printJson({ ...(await runObject(runtime, id)), status: statusOf(stop), questions, reason })
  if (lines && !wasInterrupted) {
    if (io.output === 'text') for (const line of lines) io.insist(line)
    return exitCodes.needsInput
  }
  // Said also to who wants it quiet: without it the session is hard to find again.
  io.err.write(`${standingWords[stop]}. Resume with: gyre resume ${id}\n`)
  return exitCodes.interrupted
}

/** One that was left at once is given back in the middle of a step, whatever it was asked for before. */
const standingWords = { waiting: 'Waiting for you', paused: 'Paused', left: 'Interrupted' } as const

type Needed = {
  readonly questions: readonly Question[]
  /** Why it is paused, where that was said. */
  readonly reason: string | null
  /** What is told to the person it waits for; undefined when it waits for none. */
  readonly lines?: readonly string[]
}

/** What a person is needed for: answers, or a look at what a break-point stopped. */
async function neededOf(runtime: Runtime, id: string, stop: Stop): Promise<Needed> {
  if (stop === 'waiting') {
    const questions = [...(await runtime.read(id)).view.questions.values()]
    return { questions, reason: null, lines: waitingLines(id, questions) }
  }
  const pause = stop === 'paused' ? lastPause(await runtime.store.interventions.list(id)) : undefined
  return { questions: [], reason: pause?.reason ?? null, ...(pause?.isBreak && { lines: breakLines(id, pause) }) }
}

function statusOf(stop: Standing['stop']): string {
  return stop === 'left' ? 'interrupted' : stop
}

/** Why it stopped by itself, and the command that lets it go on. */
function breakLines(id: string, pause: Pause): readonly string[] {
  return [`Session ${id} waits for you.`, `‖ ${pauseText(pause)}`, `    gyre resume ${id}`]
}

/** What is asked, each with the command that answers it. */
export function waitingLines(id: string, questions: readonly Question[]): readonly string[] {
  const asked = questions.flatMap((question) => [
    ...questionLines(question),
    ...answerCommands(id, question, questions.length > 1).map((command) => `    ${command}`),
  ])
  return [`Session ${id} waits for you.`, ...asked]
}

/** The commands that answer it, one of which is to be chosen. */
export function answerCommands(id: string, question: Question, isOneOfMany: boolean): readonly [string, ...string[]] {
  const { path, choices } = question
  const which = isOneOfMany ? ` --question '${path}'` : ''
  if (isApproval(question) || isYesOrNo(question)) return [`gyre approve ${id}${which}`, `gyre reject ${id}${which}`]
  return [`gyre answer ${id}${which} "${oneLine(choices?.[0] ?? '…')}"`]
}
