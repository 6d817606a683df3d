/** What of a text an embedder is given. */

/** Models take no more, and the beginning says what it is about. */
const longestEmbedded = 8_000

export function embeddable(text: string): string {
  return text.slice(0, longestEmbedded).toWellFormed()
}
