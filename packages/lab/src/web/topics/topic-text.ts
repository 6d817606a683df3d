/** What the texts of the synthetic web are made of: a topic in words of its own. */

/** A side of a topic: what a section should tell of it. */
export type TopicPart = {
  readonly heading: string
  /** Sentences with a `{name}`, a `{number}` and a `{year}`. */
  readonly facts: readonly string[]
  /** Sentences that are no facts: true of anything of its kind. */
  readonly fillers: readonly string[]
}

export type TopicText = {
  readonly title: string
  /** What whoever knows the trade would speak of, whether they have heard of the islands or not. */
  readonly words: readonly string[]
  readonly parts: readonly TopicPart[]
}
