/** A task as the way to its answer: parts, each a question that may build on the values of others. */
import type { Competence } from '../competence.ts'
import { readEnquiry } from './enquiry.ts'

/** The value of each part as far as it is known. */
export type Values = readonly (string | undefined)[]

/** The next value, right or wrong: of several, the one that a share from 0 to 1 picks. */
export type NextValue = {
  right(share: number): string
  wrong(share: number, wrongAnswers: number): string
}

export type Course = {
  readonly id: string
  /** How many parts it has. */
  readonly length: number
  /** What an error of a part is: a step that goes wrong, a fact that is not known, or a claim that is wrong. */
  readonly errs: 'step' | 'memory' | 'claim'
  /** The parts whose values the question of a part names. */
  needs(part: number): readonly number[]
  /** The question of a part. `known` gives what stands for the value of another part. */
  question(part: number, known: (part: number) => string): string
  /** Values follow from the values they build on, be those right or wrong. */
  next(part: number, values: Values): NextValue
  /** Whether all that is known so far leads to the right answer. */
  isGood(values: Values): boolean
  /** The chance of an error where it is not that of every step. */
  slipChance?(part: number, values: Values, competence: Competence): number
  answer(values: Values): string
  isRight(answer: string): boolean
  /** The question of one part in a plan that does not foresee what is needed. */
  misplanned?(share: number): { readonly part: number; question(known: (part: number) => string): string }
}

type Questions = Pick<Course, 'id' | 'length' | 'errs' | 'needs' | 'question' | 'answer' | 'misplanned'>

/** The course of a task whose parts are questions that the world answers. Code knows the truth; an answer is it or not. */
export function courseOfQuestions(questions: Questions): Course {
  const { length, question, answer } = questions
  const truth: string[] = []
  const enquiry = (part: number, values: Values) => readEnquiry(question(part, (other) => values[other] ?? ''))
  for (let part = 0; part < length; part += 1) truth.push(enquiry(part, truth)?.value ?? '')
  const rightAnswer = answer(truth)
  return {
    ...questions,
    next: (part, values) => {
      const asked = enquiry(part, values)
      const value = asked?.value ?? unknown
      return { right: () => value, wrong: (share, wrongAnswers) => asked?.wrong(share, wrongAnswers) ?? unknown }
    },
    isGood: (values) => values.every((value, part) => value === undefined || value === truth[part]),
    isRight: (said) => said.trim() === rightAnswer,
  }
}

/** What is said where nothing is known. */
export const unknown = 'I do not know.'

/** Each part builds on the one before it. */
export function inOrder(part: number): readonly number[] {
  return part === 0 ? [] : [part - 1]
}
