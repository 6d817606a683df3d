/** One way to write what people and models write in many: for texts that are compared. */

const spellings: readonly (readonly [RegExp, string])[] = [
  // Compatibility forms would make `10²` the number 102.
  [/(?<=\S)[⁰¹²³⁴-⁹⁺⁻]+/g, '^$&'],
  [/[\u2010-\u2013\u2212]/g, '-'],
  [/[‘’‛]/g, "'"],
  [/[“”„«»]/g, '"'],
]

/** Marks of Markdown around a word or several; a star or a stroke between words is none. */
const decorations: readonly RegExp[] = [
  /(\*\*|__|`+)(?=\S)(.+?)(?<=\S)\1/gs,
  /(?<![\p{L}\p{N}*_])([*_])(?=[^\s*_])([^*_]+)(?<=\S)\1(?![\p{L}\p{N}*_])/gu,
]

/** In small letters, with plain quotes and strokes, one space between words, and nothing bold. */
export function uniformText(text: string): string {
  const spelled = spellings.reduce((rest, [mark, by]) => rest.replace(mark, by), text)
  const small = spelled.normalize('NFKC').replaceAll('\u2044', '/').toLowerCase()
  const bare = decorations.reduce((rest, decoration) => rest.replace(decoration, '$2'), small)
  return bare.trim().replace(/\s+/g, ' ')
}

/** An article that begins a text; `A` in `A ∧ B` and in `Hepatitis A` is a name. */
export function withoutArticle(uniform: string): string {
  return uniform.replace(/^(?:an?|the) (?=\p{L}{2})|^the (?=\p{N})/u, '')
}
