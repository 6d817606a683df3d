/** Quotations: the words between quotation marks, and whether a passage has them. */
import { type Span, withoutOverlaps } from './code-spans.ts'

/** Longer texts between two marks are no quotation, but two stray marks. */
const marks: readonly RegExp[] = [
  /“[^“”\n]{1,1000}”/g,
  /„[^„“”\n]{1,1000}[“”]/g,
  /«[^«»\n]{1,1000}»/g,
  /»[^«»\n]{1,1000}«/g,
  /(?<![\p{L}\p{N}])"(?=\S)[^"\n]{1,1000}"(?![\p{L}\p{N}])/gu,
  /(?<![\p{L}\p{N}])‘[^‘’\n]{1,400}(?:’\p{L}[^‘’\n]{0,400}){0,8}’(?!\p{L})/gu,
]
/** Fewer words are a name, or a word that is meant otherwise. */
const leastWords = 3
/** Where a writer left something out, or put a word of its own into it. */
const gap = /\s*(?:\[[^[\]]{0,80}\]|\(\s?(?:…|\.{3})\s?\)|…|\.{3,})\s*/
const edges = /^[\s.,;:!?-]+|[\s.,;:!?-]{1,20}$/g

/** In the order of the text, with their marks. */
export function quotedSpansIn(text: string): readonly Span[] {
  const spans = marks.flatMap((mark) =>
    [...text.matchAll(mark)].map(({ 0: found, index }) => ({ start: index, end: index + found.length })),
  )
  return withoutOverlaps(spans.sort((a, b) => a.start - b.start || b.end - a.end))
}

/** What a text quotes, without its marks. */
export function quotationsIn(text: string): readonly string[] {
  const quoted = quotedSpansIn(text).map(({ start, end }) => text.slice(start + 1, end - 1).trim())
  return quoted.filter((each) => (each.match(/[\p{L}\p{N}]+/gu) ?? []).length >= leastWords)
}

/** Whether a text in one form has these words: what was left out apart, in their order. */
export function hasQuotation(inOneForm: string, quoted: string): boolean {
  let from = 0
  for (const part of quoted.split(gap)) {
    const words = oneForm(part).replace(edges, '')
    const at = words === '' ? from : placeOf(inOneForm, words, from)
    if (at < 0) return false
    from = at + words.length
  }
  return true
}

/** The first letter of a quotation may have another case than in its source. */
function placeOf(inOneForm: string, words: string, from: number): number {
  const at = inOneForm.indexOf(words, from)
  if (at >= 0) return at
  const [first = ''] = words
  const turned = first === first.toLowerCase() ? first.toUpperCase() : first.toLowerCase()
  return inOneForm.indexOf(turned + words.slice(first.length), from)
}

/** One form of blanks, quotation marks, dashes and ellipses, without marks of Markdown and numbers of footnotes. */
export function oneForm(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\[\^?\d{1,4}\]|\[c\d+\]|[*_`"“”„«»‘’'‹›\u00ad]/g, '')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/\s+/g, ' ')
    .replace(/ ?- ?/g, '-')
    .trim()
}
