/**
 * Passages that a model made up, to look for what is like them.
 *
 * What it writes may be wrong, so it must never be taken for something that was found. The text is kept where only this
 * file can read it: others hold an empty object that can be embedded and nothing else.
 */

declare const hypotheticalMark: unique symbol

/** A text that a model made up. It must reach no evidence and no citation. */
export type Hypothetical = { readonly [hypotheticalMark]: true }

const texts = new WeakMap<Hypothetical, string>()

/** Wraps a passage that a model made up, so that it can be embedded and not be read. */
export function hypothetical(text: string): Hypothetical {
  const passage = Object.freeze({}) as Hypothetical
  texts.set(passage, text)
  return passage
}

/** For an embedder, and for nobody else. */
export function textsToEmbed(passages: readonly Hypothetical[]): readonly string[] {
  return passages.map((passage) => texts.get(passage)).filter((text) => text !== undefined)
}
