/** What the graph tells, and where that is said. */

export type GraphFact = {
  readonly from: string
  readonly relation: string
  readonly to: string
  readonly score: number
  /** Numbers of the references that say so. */
  readonly references: readonly number[]
  /** Another fact says otherwise of the same thing, and one of them must be wrong. They stand beside each other. */
  readonly differs: boolean
}

/** The passage that a fact is from, with its number in the text. */
export type GraphReference = {
  /** From 1. */
  readonly number: number
  readonly chunk: string
  readonly document: string
  readonly source: string
  readonly title: string
  /** Of the sentence, in the text of the document. */
  readonly start: number
  readonly end: number
  readonly text: string
}
