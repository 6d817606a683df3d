/** What a page says, whatever it was written in. */

export type PageText = {
  readonly text: string
  readonly title?: string
  readonly byline?: string
  readonly publishedAt?: string
  readonly language?: string
  /** The address the page gives for itself. */
  readonly canonicalUrl?: string
  /** What a reader should know about the text: that it is cut, or cannot be trusted to be whole. */
  readonly remarks?: readonly string[]
}
