/** Runs the sessions of an eval, some at a time, and scores those that have ended. */
import type { Idle, Model, Runtime } from '@gyre/core'
import { answeredText, type EvalResult, scoreAnswer } from '@gyre/lab'
import { comparedSession } from '../compare/side-by-side.ts'
import type { EvalCell } from './eval-cells.ts'
import { type Judgement, judgedAnswer, judgeWanted } from './judged-answer.ts'
import { sessionToRest } from './session-to-rest.ts'

export type EvalRunOptions = {
  /** How many run at once. */
  readonly concurrency: number
  /** Sessions begun before are not looked at, in ms. */
  readonly since: number
  readonly judge: Model
  /** Pauses all of them. */
  readonly signal: AbortSignal
  /** Called when all of them can begin. */
  readonly onStart?: () => void
  readonly onRest?: (rest: CellRest) => void
}

/** How a cell stands when it is left: with its result, or why there is none yet. */
export type CellRest = { readonly cell: EvalCell } & (
  | { readonly result: EvalResult; readonly isOld: boolean }
  | { readonly open: OpenState; readonly session: string | null }
)

export type OpenState = Exclude<Idle, 'ended'> | 'not begun'

/** All are checked before the first begins. What goes wrong with the store or a session's journal stops all of them. */
export async function runEval(
  runtime: Runtime,
  cells: readonly EvalCell[],
  options: EvalRunOptions,
): Promise<readonly CellRest[]> {
  await checkAll(runtime, cells, options.judge)
  options.onStart?.()
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
async function checkAll(runtime: Runtime, cells: readonly EvalCell[], judge: Model): Promise<void> {
  const kinds = new Map(cells.map((cell) => [`${cell.arm}\n${JSON.stringify(cell.task.config ?? null)}`, cell]))
  for (const { wanted } of kinds.values()) await runtime.check(wanted)
  const judged = cells.find(({ task }) => task.scorer === 'judge')?.task
  if (judged) await runtime.check(judgeWanted({ ...judged, answer: '' }, judge, 'eval-judge'))
}

async function cellRest(runtime: Runtime, cell: EvalCell, options: EvalRunOptions): Promise<CellRest> {
  const { signal, since, judge } = options
  const counts = ({ mirror }: { mirror: { createdAt: number } }) => mirror.createdAt >= since
  const found = await sessionToRest(runtime, cell, { signal, counts })
  if (!found) return { cell, open: 'not begun', session: null }
  const { session, rest, isOld } = found
  if (rest !== 'ended') return { cell, open: rest, session }
  const { answer, outcome, usage, error } = await comparedSession(runtime, session, cell.arm)
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

  const judgement = await judgedAnswer(runtime, { ...cell.task, session, answer: answeredText(answer) }, judge, signal)
  if (!judgement) return { cell, open: 'paused', session }
  if (judgement.rest !== 'ended') return { cell, open: judgement.rest, session: judgement.session }
  return { cell, isOld, result: { ...ended, ...verdictOf(judgement) } }
}

function verdictOf({ verdict, session, usage }: Judgement): Pick<EvalResult, 'verdict' | 'judge'> {
  const judge = { session, why: verdict?.why ?? null, usage }
  if (!verdict) return { verdict: 'unjudged', judge }
  return { verdict: verdict.right ? 'right' : 'wrong', judge }
}
