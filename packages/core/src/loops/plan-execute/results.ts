/** What the steps gave, and how it is shown: to a model, and as the best answer so far. */
import { shownText } from '../../fence.ts'
import type { LoopEnd } from '../../kernel/context.ts'
import { textOfAnswer } from '../../kernel/last-answer.ts'
import { readReplanRequest } from '../../parsing/replan-request.ts'
import type { Step } from './plan.ts'

export type StepResult = {
  readonly id: string
  readonly goal: string
  /** What it gave; null when its loop ended without an answer. */
  readonly output: string | null
  readonly outcome: LoopEnd['outcome']
  /** It said that the rest of the plan is pointless: its output is why. */
  readonly wantsReplan: boolean
}

/** The result of a step whose loop has ended. Its word for another plan counts where that can be made. */
export function resultOf({ id, goal }: Step, end: Pick<LoopEnd, 'answer' | 'outcome'>, mayReplan: boolean): StepResult {
  const said = end.answer === null ? '' : textOfAnswer(end.answer).trim()
  const why = mayReplan ? readReplanRequest(said) : undefined
  return { id, goal, output: (why ?? said) || null, outcome: end.outcome, wantsReplan: why !== undefined }
}

/** The results as a model reads them; undefined when there are none. Steps may have quoted pages: it is fenced. */
export function shownResults(results: readonly StepResult[]): string | undefined {
  return results.length === 0 ? undefined : results.map(shownResult).join('\n\n')
}

function shownResult({ id, goal, output, outcome, wantsReplan }: StepResult): string {
  const head = `Step ${id}: ${goal}`
  if (output === null) return `${head}\nIt ended without a result (${outcome}).`
  const early = outcome === 'answered' ? '' : `\nIt ended early (${outcome}).`
  const turn = wantsReplan ? '\nIt found that the rest of the plan was pointless.' : ''
  return `${head}${early}${turn}\n${shownText({ text: output, untrusted: { from: `step ${id}` } })}`
}

/** Only what the steps were for. */
export function shownGoals(results: readonly StepResult[]): string {
  return results.map(({ id, goal }) => `Step ${id}: ${goal}`).join('\n')
}

/** Why the rest is to be planned anew; empty when no step wants that. */
export function replanReason(results: readonly StepResult[]): string {
  const wanting = results.filter(({ wantsReplan }) => wantsReplan)
  return wanting.map(({ id, output }) => `Step ${id}: ${output}`).join('\n')
}

/** What there is to show a person before the answer is written; undefined when no step gave anything. */
export function interimAnswer(results: readonly StepResult[]): string | undefined {
  const given = results.filter(({ output }) => output !== null)
  if (given.length === 1) return given[0]?.output ?? undefined
  return given.length === 0 ? undefined : given.map(({ goal, output }) => `${goal}\n${output}`).join('\n\n')
}
