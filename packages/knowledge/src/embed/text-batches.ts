/** Texts in portions that an embedder takes at once. */

export type TextBatch<T> = { readonly items: readonly T[]; readonly texts: readonly string[] }

const mostItems = 128
/** Providers take some hundred thousand tokens in one call; a text that is longer goes alone. */
const mostCharacters = 100_000

export function textBatches<T>(items: readonly T[], textOf: (item: T) => string): readonly TextBatch<T>[] {
  const batches: { items: T[]; texts: string[] }[] = []
  let characters = 0
  for (const item of items) {
    const text = textOf(item)
    const last = batches.at(-1)
    characters += text.length
    if (last && last.items.length < mostItems && characters <= mostCharacters) {
      last.items.push(item)
      last.texts.push(text)
    } else {
      batches.push({ items: [item], texts: [text] })
      characters = text.length
    }
  }
  return batches
}
