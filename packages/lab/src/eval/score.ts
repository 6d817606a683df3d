/** Whether an answer is right. What no rule can tell is left to a judge. */
import { answerAfter, type Json } from '@gyre/core'
import { isContained } from './scorers/contains.ts'
import { isExactly } from './scorers/exact.ts'
import { isNumber } from './scorers/numeric.ts'
import { fitsPattern } from './scorers/pattern.ts'
import { readNumbers } from './scorers/read-numbers.ts'
import type { EvalTask, ScorerName } from './task.ts'

type Scorer = (answer: string, accepted: string, task: Pick<EvalTask, 'tolerance'>) => boolean | undefined

const scorers: Readonly<Record<Exclude<ScorerName, 'judge'>, Scorer>> = {
  exact: isExactly,
  numeric: (answer, accepted, { tolerance }) => isNumber(answer, accepted, tolerance),
  regex: fitsPattern,
  contains: isContained,
}

/**
 * Any accepted answer will do. Undefined when a judge has to say, or a pattern took too long to tell; no answer is
 * wrong whoever judges.
 */
export function scoreAnswer(
  task: Pick<EvalTask, 'answers' | 'scorer' | 'tolerance'>,
  answer: Json,
): boolean | undefined {
  const { text, marked } = answered(answer)
  if (text === '') return false
  const { scorer } = task
  if (scorer === 'judge') return undefined
  const texts = marked ? textsAfterMarker(text, scorer) : [text]
  return anyOf(texts.flatMap((each) => task.answers.map((accepted) => () => scorers[scorer](each, accepted, task))))
}

/** What follows `FINAL ANSWER:`, where an answer has that, else all of it. */
export function answeredText(answer: Json): string {
  return answered(answer).text
}

function answered(answer: Json): { readonly text: string; readonly marked: boolean } {
  if (answer === null) return { text: '', marked: false }
  const { answer: text, marked } = answerAfter(typeof answer === 'string' ? answer : JSON.stringify(answer))
  return { text, marked }
}

/** The line of the marker, then all that follows: some go on talking, others list their answer below. */
function textsAfterMarker(text: string, scorer: ScorerName): readonly string[] {
  const [line = ''] = text.split('\n')
  // The last number counts: once the line has one, those below it are about something else.
  return scorer === 'numeric' && readNumbers(line).length > 0 ? [line] : [...new Set([line, text])]
}

/** True as soon as one is; undefined when none is and one could not tell. */
function anyOf(scores: readonly (() => boolean | undefined)[]): boolean | undefined {
  let isAny: boolean | undefined = false
  for (const score of scores) {
    const isRight = score()
    if (isRight === true) return true
    if (isRight === undefined) isAny = undefined
  }
  return isAny
}
