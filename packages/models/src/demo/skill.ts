/** A kind of task that the model can not only do, but judge and think about step by step. */

export type Judgement = {
  readonly isRight: boolean
  readonly reason: string
}

/** One step further, or the answer. */
export type NextThought = { readonly text: string; readonly isAnswer: boolean }

/** Which of several ways is wanted, and those that are taken. */
export type Choice = { readonly branch: number; readonly others: readonly string[] }

export type Rating = {
  /** From 0 to 10. */
  readonly score: number
  readonly reason: string
}

/** Each is undefined when the task is not of its kind. */
export type Skill = {
  /** `trace` is how the answer was reached, where that is shown. */
  judge(task: string, answer: string, trace?: string): Judgement | undefined
  think(task: string, steps: readonly string[], choice: Choice): NextThought | undefined
  rate(task: string, steps: readonly string[], candidate: string): Rating | undefined
}
