/** What there is to tell of an eval when it is over, or was stopped. */
import { type EvalArm, type EvalResult, type EvalSummary, summarise } from '@gyre/lab'
import type { CellRest, OpenState } from '../../eval/run-eval.ts'
import { exitCodes } from '../exit-codes.ts'
import type { EvalRequest } from './eval-request.ts'

/** A session that has not ended, has not begun, or failed at its provider. */
export type OpenCell = {
  readonly task: string
  readonly arm: string
  readonly repeat: number
  readonly state: OpenState
  readonly session: string | null
  /** Why it failed. */
  readonly error: EvalResult['error']
}

export type EvalOutcome = {
  readonly title: string
  readonly summary: EvalSummary
  readonly results: readonly EvalResult[]
  readonly open: readonly OpenCell[]
  /** How many sessions had ended before. */
  readonly old: number
  readonly exitCode: number
}

/** `rests` are as far as things came; cells that nobody came to are open. */
export function evalOutcome(request: EvalRequest, rests: ReadonlyMap<string, CellRest>): EvalOutcome {
  const { title, cells, arms, minAccuracy } = request
  const all = cells.map((cell): CellRest => rests.get(cell.thread) ?? { cell, open: 'not begun', session: null })
  const results = all.flatMap((rest) => ('result' in rest ? [rest.result] : []))
  const open = all.flatMap((rest) => {
    if ('result' in rest) return []
    const { cell, open: state, session, error = null } = rest
    return [{ task: cell.task.id, arm: cell.arm, repeat: cell.repeat, state, session, error }]
  })
  const old = all.filter((rest) => 'result' in rest && rest.isOld).length
  const summary = summarise(arms.map(plainArm), results)
  return { title, summary, results, open, old, exitCode: exitCodeOf(summary, open, minAccuracy) }
}

function plainArm({ name, loop, persona, model }: EvalArm): EvalArm {
  return { name, loop, persona, model }
}

/** 130 when it was stopped, 4 when a session waits for a person, 5 when a provider failed, 1 when an answer was not judged or an arm is too bad. */
function exitCodeOf({ arms }: EvalSummary, open: readonly OpenCell[], minAccuracy: number | undefined): number {
  if (open.some(({ state }) => state !== 'waiting' && state !== 'failed')) return exitCodes.interrupted
  if (open.some(({ state }) => state === 'waiting')) return exitCodes.needsInput
  if (open.length > 0) return exitCodes.provider
  if (arms.some(({ unjudged }) => unjudged > 0)) return exitCodes.failed
  const isBelow = minAccuracy !== undefined && arms.some(({ accuracy }) => (accuracy ?? 0) < minAccuracy)
  return isBelow ? exitCodes.failed : exitCodes.done
}
