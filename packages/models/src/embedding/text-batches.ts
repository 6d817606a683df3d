/** Texts in portions that a provider takes in one call. */

/** Providers limit the tokens of a call as well, and tell nobody; a text that is longer goes alone. */
const mostCharacters = 100_000

/** In order; none without a text. */
export function textBatches(texts: readonly string[], most = Number.POSITIVE_INFINITY): readonly (readonly string[])[] {
  const batches: string[][] = []
  let characters = 0
  for (const text of texts) {
    const last = batches.at(-1)
    characters += text.length
    if (last && last.length < most && characters <= mostCharacters) last.push(text)
    else {
      batches.push([text])
      characters = text.length
    }
  }
  return batches
}
