/** A family of tasks: its world is real, and code says whether an answer is right. */
import type { Json, Tool } from '@gyre/core'

/** One task, the same for every loop. */
export type LabTask = {
  /** Its own in the family: `chain-6/17`. It stands in the goal. */
  readonly id: string
  readonly goal: string
  /** The tools a loop gets; none where the model has to know. */
  readonly tools: readonly Tool[]
  isRight(answer: Json): boolean
}

/** Tasks of one kind: the same seed and index give the same task. */
export type TaskFamily = {
  readonly name: string
  /** Task number `index` of a seed: always the same. */
  task(seed: number, index: number): LabTask
}
