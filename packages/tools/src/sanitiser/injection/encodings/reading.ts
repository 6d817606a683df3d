/** A text read in another way, with the place each of its letters comes from. */
export type Reading = {
  readonly text: string
  /** For each letter, and one more for the end; left out when it is the same place. */
  readonly places?: ArrayLike<number>
  /** Its words are not set apart. */
  readonly runTogether?: boolean
}
