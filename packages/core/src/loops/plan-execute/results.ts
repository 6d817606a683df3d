/** What the steps gave, and how it is shown: to a model, and as the best answer so far. */
import { shownText } from '../../fence.ts'
import { textOfAnswer } from '../../kernel/answer-text.ts'
import type { LoopEnd } from '../../kernel/context.ts'
import { readReplanRequest } from '../../parsing/replan-request.ts'
import { withoutMiddle } from '../../parsing/shortened-text.ts'
import type { Step } from '../plan-steps.ts'

/** So many characters are kept of a result, of a reason and of a list of goals. */
const longestOutput = 24_000
const longestReason = 2_000
export const longestList = 8_000

/** So many are shown of all results that count at once, and of each that does not. */
const longestTogether = 48_000
const longestAside = 2_000

export type StepResult = {
  readonly id: string
  readonly goal: string
  /** What it gave; null when its loop ended without an answer, or said only that the rest is pointless. */
  readonly output: string | null
  readonly outcome: LoopEnd['outcome']
  /** It said that the rest of the plan is pointless. */
  readonly wantsReplan: boolean
  /** Why it did. */
  readonly reason?: string
}

/** The result of a step whose loop has ended. Its word for another plan is none, whether one can be made or not. */
export function resultOf({ id, goal }: Step, { answer, outcome }: Pick<LoopEnd, 'answer' | 'outcome'>): StepResult {
  const said = answer === null ? '' : textOfAnswer(answer).trim()
  const wish = readReplanRequest(said)
  const output = withoutMiddle(wish?.before ?? said, longestOutput) || null
  const result = { id, goal, output, outcome, wantsReplan: wish !== undefined }
  return wish ? { ...result, reason: withoutMiddle(wish.reason, longestReason) } : result
}

/**
 * The results as a model reads them; undefined when there are none. Steps may have quoted pages: it is fenced. Those
 * that are needed, all when nothing is said, share the room there is; the others are shortened.
 */
export function shownResults(results: readonly StepResult[], needs?: readonly string[]): string | undefined {
  if (results.length === 0) return undefined
  const isNeeded = ({ id }: StepResult) => needs?.includes(id) ?? true
  const share = Math.max(longestAside, Math.floor(longestTogether / results.filter(isNeeded).length))
  return results.map((result) => shownResult(result, isNeeded(result) ? share : longestAside)).join('\n\n')
}

function shownResult({ id, goal, output, outcome, reason }: StepResult, longest: number): string {
  const fenced = (text: string, from: string) => shownText({ text, untrusted: { from } })
  const isEarly = outcome !== 'answered'
  return [
    `Step ${id}: ${goal}`,
    ...(output === null && reason === undefined ? [`It ended without a result (${outcome}).`] : []),
    ...(output !== null && isEarly ? [`It ended early (${outcome}).`] : []),
    ...(output === null ? [] : [fenced(withoutMiddle(output, longest), `step ${id}`)]),
    ...(reason === undefined
      ? []
      : ['It found that the rest of the plan was pointless.', fenced(reason, `reason of step ${id}`)]),
  ].join('\n')
}

/** Only what steps are for; undefined when there are none. */
export function shownSteps(steps: readonly Pick<Step, 'id' | 'goal'>[]): string | undefined {
  if (steps.length === 0) return undefined
  return withoutMiddle(steps.map(({ id, goal }) => `Step ${id}: ${goal}`).join('\n'), longestList)
}

/** Why the rest is to be planned anew; empty when no step wants that. */
export function replanReason(results: readonly StepResult[]): string {
  return results.flatMap(({ id, reason }) => (reason === undefined ? [] : [`Step ${id}: ${reason}`])).join('\n')
}

/** What there is to show a person before the answer is written; undefined when no step gave anything. */
export function interimAnswer(results: readonly StepResult[]): string | undefined {
  const given = results.filter(({ output }) => output !== null)
  if (given.length === 1) return given[0]?.output ?? undefined
  return given.length === 0 ? undefined : given.map(({ goal, output }) => `${goal}\n${output}`).join('\n\n')
}
