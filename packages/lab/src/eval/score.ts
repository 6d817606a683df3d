/** Whether an answer is right. The one thing no rule can tell is left to a judge. */
import { answerAfter, type Json } from '@gyre/core'
import { isContained } from './scorers/contains.ts'
import { isExactly } from './scorers/exact.ts'
import { isNumber } from './scorers/numeric.ts'
import { fitsPattern } from './scorers/pattern.ts'
import type { EvalTask, ScorerName } from './task.ts'

type Scorer = (answer: string, accepted: string, task: Pick<EvalTask, 'tolerance'>) => boolean

const scorers: Readonly<Record<Exclude<ScorerName, 'judge'>, Scorer>> = {
  exact: isExactly,
  numeric: (answer, accepted, { tolerance }) => isNumber(answer, accepted, tolerance),
  regex: fitsPattern,
  contains: isContained,
}

/** Any accepted answer will do. Undefined when a judge has to say; no answer is wrong whoever judges. */
export function scoreAnswer(
  task: Pick<EvalTask, 'answers' | 'scorer' | 'tolerance'>,
  answer: Json,
): boolean | undefined {
  const text = answeredText(answer)
  if (text === '') return false
  if (task.scorer === 'judge') return undefined
  const score = scorers[task.scorer]
  return task.answers.some((accepted) => score(text, accepted, task))
}

/** What is scored: what follows `FINAL ANSWER:`, where an answer has that, else all of it. */
export function answeredText(answer: Json): string {
  if (answer === null) return ''
  return answerAfter(typeof answer === 'string' ? answer : JSON.stringify(answer)).answer
}
