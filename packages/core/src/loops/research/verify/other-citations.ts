/** Citations without brackets: small numbers behind a word, tags and commands. No writer was asked for them. */
import type { Span } from './code-spans.ts'

const small = '\\u00b9\\u00b2\\u00b3\\u2070\\u2074-\\u2079\\u207d\\u207e'
/** Behind a word of three letters: `m²` is a unit. With a blank only before the end of a sentence. */
const smallNumber = new RegExp(
  String.raw`(?<=\p{L}{3}|[.,;:!?)\]"”»’])(?:[${small}]+|[①-⑳]+)|(?<=\S)[ \u00a0][${small}①-⑳]+(?=\s{0,3}(?:[.,;:!?[]|$))`,
  'gmu',
)
const tag = /<sup\b[^<>]{0,80}>[^<>]{0,40}<\/sup>/gi
const command = /\\[a-z]{0,12}(?:cite|footnote|ref)[a-z]{0,12}\*?(?:\[[^[\]\n]{0,80}\]){0,2}\{[^{}\n]{0,200}\}/gi
const braces = /\{\{[^{}\n]{0,200}\}\}|\{\s?\d[\d\s,;–-]{0,40}\}/g

export function otherCitationsIn(text: string): readonly Span[] {
  return [smallNumber, tag, command, braces].flatMap((form) =>
    [...text.matchAll(form)].map(({ 0: found, index }) => ({ start: index, end: index + found.length })),
  )
}
