/** Runs the sessions of an eval, some at a time, and scores those that have ended. */
import { GyreError, type Idle, type Model, type Runtime, type SessionRow } from '@gyre/core'
import { answeredText, type EvalResult, scoreAnswer } from '@gyre/lab'
import { comparedSession } from '../compare/side-by-side.ts'
import type { EvalCell } from './eval-cells.ts'
import { type Judgement, judgedAnswer, judgeWanted } from './judged-answer.ts'
import { isProviderFailure } from './provider-failure.ts'
import { foundIn, sessionToRest } from './session-to-rest.ts'
import type { Waits } from './waits.ts'

export type EvalRunOptions = {
  /** The name of the data set, for people. */
  readonly source: string
  /** How many run at once. */
  readonly concurrency: number
  /** Sessions begun before are not looked at, in ms. */
  readonly since: number
  readonly judge: Model
  /** Pauses all of them. */
  readonly signal: AbortSignal
  /** Called when they can begin, with how many have not ended yet. */
  readonly onStart?: (count: number) => void
  readonly onRest?: (rest: CellRest) => void
  readonly waits?: Waits
}

/** How a cell stands when it is left: with its result, or why there is none yet. */
export type CellRest = { readonly cell: EvalCell } & (
  | { readonly result: EvalResult; readonly isOld: boolean }
  | { readonly open: OpenState; readonly session: string | null; readonly error?: EvalResult['error'] }
)

/** `failed`: the provider did, which is no answer. The next run tries it again. */
export type OpenState = Exclude<Idle, 'ended'> | 'not begun' | 'failed'

/** All are checked before the first begins. What goes wrong with the store or a session's journal stops all of them. */
export async function runEval(
  runtime: Runtime,
  cells: readonly EvalCell[],
  options: EvalRunOptions,
): Promise<readonly CellRest[]> {
  await checkAll(runtime, cells, options)
  options.onStart?.(await countOpen(runtime, cells, options.since))
  const failing = new AbortController()
  const signal = AbortSignal.any([options.signal, failing.signal])
  const rests: CellRest[] = []
  let next = 0
  const work = async () => {
    for (let at = next++; at < cells.length; at = next++) {
      const cell = cells[at] as EvalCell
      const rest = await cellRest(runtime, cell, { ...options, signal })
      rests[at] = rest
      options.onRest?.(rest)
    }
  }
  const workers = Array.from({ length: Math.min(options.concurrency, cells.length) }, () =>
    work().catch((error: unknown) => {
      failing.abort()
      throw error
    }),
  )
  const ended = await Promise.allSettled(workers)
  const failed = ended.find((worker) => worker.status === 'rejected')
  if (failed) throw failed.reason
  return rests
}

/** One of each kind: an arm fails with any task, or with what a task configures. */
async function checkAll(
  runtime: Runtime,
  cells: readonly EvalCell[],
  { judge, source }: EvalRunOptions,
): Promise<void> {
  const kinds = Map.groupBy(cells, ({ arm, task }) => `${arm}\n${JSON.stringify(task.config ?? null)}`)
  for (const [first] of kinds.values()) if (first) await checkCell(runtime, first, source)
  const judged = cells.find(({ task }) => task.scorer === 'judge')?.task
  if (judged) await runtime.check(judgeWanted({ ...judged, answer: '' }, judge, 'eval-judge'))
}

async function checkCell(runtime: Runtime, { wanted, task }: EvalCell, source: string): Promise<void> {
  try {
    await runtime.check(wanted)
  } catch (error) {
    throw task.config && error instanceof GyreError ? inTask(error, `${source}:${task.line}`) : error
  }
}

/** What a task configures is found at its line. */
function inTask(error: GyreError, place: string): GyreError {
  if (error.code !== 'config-invalid') return error
  return new GyreError(error.code, `${place}: ${error.message}`, { ...error.details, cause: error })
}

async function countOpen(runtime: Runtime, cells: readonly EvalCell[], since: number): Promise<number> {
  let count = 0
  for (const { thread } of cells) {
    const found = await foundIn(runtime, thread, countsSince(since))
    if (found?.state !== 'ended') count += 1
  }
  return count
}

/** Where the provider failed there is nothing to score. */
function countsSince(since: number): (row: SessionRow) => boolean {
  return ({ mirror }) => mirror.createdAt >= since && !isProviderFailure(mirror.outcome)
}

async function cellRest(runtime: Runtime, cell: EvalCell, options: EvalRunOptions): Promise<CellRest> {
  const { signal, since, judge, waits } = options
  const found = await sessionToRest(runtime, cell, { signal, waits, counts: countsSince(since) })
  if (!found) return { cell, open: 'not begun', session: null }
  const { session, rest, isOld } = found
  if (rest !== 'ended') return { cell, open: rest, session }
  const { answer, outcome, usage, error } = await comparedSession(runtime, session, cell.arm)
  if (isProviderFailure(outcome)) return { cell, open: 'failed', session, error }
  const { id: task, answers: accepted } = cell.task
  const score = scoreAnswer(cell.task, answer)
  const ended = {
    task,
    arm: cell.arm,
    repeat: cell.repeat,
    session,
    outcome: outcome ?? '',
    answer,
    accepted,
    usage,
    error,
  }
  if (score !== undefined) return { cell, isOld, result: { ...ended, verdict: score ? 'right' : 'wrong', judge: null } }
  // Its pattern takes too long to tell: no model is asked instead.
  if (cell.task.scorer !== 'judge') return { cell, isOld, result: { ...ended, verdict: 'unjudged', judge: null } }

  const judged = { ...cell.task, session, answer: answeredText(answer) }
  const judgement = await judgedAnswer(runtime, judged, judge, { signal, waits })
  if (!judgement) return { cell, open: 'paused', session }
  if (judgement.rest !== 'ended') return { cell, open: judgement.rest, session: judgement.session }
  return { cell, isOld, result: { ...ended, ...verdictOf(judgement) } }
}

function verdictOf({ verdict, session, usage }: Judgement): Pick<EvalResult, 'verdict' | 'judge'> {
  const judge = { session, why: verdict?.why ?? null, usage }
  if (!verdict) return { verdict: 'unjudged', judge }
  return { verdict: verdict.right ? 'right' : 'wrong', judge }
}
