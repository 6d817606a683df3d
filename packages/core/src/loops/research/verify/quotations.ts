/** Quotations: the words between quotation marks, and whether a passage has them. */
import { unspaced } from '../../../words.ts'
import { type Span, withoutOverlaps } from './code-spans.ts'

/** Longer texts between two marks are no quotation, but two stray marks. */
const marks: readonly RegExp[] = [
  /“[^“”\n]{1,1000}”/g,
  /„[^„“”\n]{1,1000}[“”]/g,
  /”[^“”„\n]{1,1000}”/g,
  /‚[^‚‘’\n]{1,1000}[‘’]/g,
  /‹[^‹›\n]{1,1000}›/g,
  /›[^‹›\n]{1,1000}‹/g,
  /「[^「」\n]{1,1000}」/g,
  /『[^『』\n]{1,1000}』/g,
  /＂[^＂\n]{1,1000}＂/g,
  /``[^`'\n]{1,1000}''/g,
  /«[^«»\n]{1,1000}»/g,
  /»[^«»\n]{1,1000}«/g,
  /(?<![\p{L}\p{N}])"(?=\S)[^"\n]{1,1000}"(?![\p{L}\p{N}])/gu,
  /(?<![\p{L}\p{N}])‘[^‘’\n]{1,400}(?:’\p{L}[^‘’\n]{0,400}){0,8}’(?!\p{L})/gu,
  // Not an apostrophe: it begins a word, and the last one ends a word or a sentence.
  /(?<![\p{L}\p{N}'])'(?=\p{L})[^'\n]{1,400}(?:'\p{L}[^'\n]{0,400}){0,8}'(?![\p{L}\p{N}'])/gu,
]
const anyMark = /["“”„«»‘’‚‹›「」『』＂']/
/** Fewer words are a name, or a word that is meant otherwise. */
const leastWords = 3
/** Two words may be so long that nobody uses them by chance. */
const leastLetters = 8
/** Where a writer left something out, or put a word into it. */
const gap = /\s*(?:\[[^[\]]{0,80}\]|\(\s?(?:…|\.{3})\s?\)|…|\.{3,})\s*/
const inserted = /\[([^[\]]{0,80})\]/g
const edgeMarks = /^(?:``|.)|(?:''|.)$/gsu
const edges = /^[\s.,;:!?-]+|[\s.,;:!?-]{1,20}$/g

const hasNoBlanks = new RegExp(`[[${unspaced}]&&\\p{L}]`, 'v')

/** In the order of the text, with their marks. */
export function quotedSpansIn(text: string): readonly Span[] {
  if (!anyMark.test(text)) return []
  const spans = marks.flatMap((mark) =>
    [...text.matchAll(mark)].map(({ 0: found, index }) => ({ start: index, end: index + found.length })),
  )
  return withoutOverlaps(spans.sort((a, b) => a.start - b.start || b.end - a.end))
}

/** What a text quotes, without its marks. */
export function quotationsIn(text: string): readonly string[] {
  const quoted = quotedSpansIn(text).map(({ start, end }) => text.slice(start, end).replace(edgeMarks, '').trim())
  return quoted.filter(isQuoted)
}

function isQuoted(quoted: string): boolean {
  const words = quoted.match(/[\p{L}\p{N}]+/gu) ?? []
  const isLong = words.join('').length >= leastLetters
  const isOneRun = words.some((word) => hasNoBlanks.test(word))
  return words.length >= leastWords || (isLong && (words.length > 1 || isOneRun))
}

/** Whether a text in one form has these words: what was left out apart, in their order. */
export function hasQuotation(inOneForm: string, quoted: string): boolean {
  if (!hasInserted(inOneForm, quoted)) return false
  let from = 0
  for (const part of quoted.split(gap)) {
    const words = oneForm(part).replace(edges, '')
    const at = inOneForm.indexOf(words, from)
    if (at < 0) return false
    from = at + words.length
  }
  return true
}

/** A word that a writer puts into a quotation must be one of the passage, but for `[sic]`. */
function hasInserted(inOneForm: string, quoted: string): boolean {
  return [...quoted.matchAll(inserted)].every(({ 1: words = '' }) => {
    const said = oneForm(words).replace(edges, '')
    return said === 'sic' || inOneForm.includes(said)
  })
}

/** One form of case, blanks, quotation marks, dashes and ellipses, without marks of Markdown and numbers of footnotes. */
export function oneForm(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\[\^?\d{1,4}\]|\[c\d+\]|[*_`"“”„«»‘’‚'‹›「」『』\u00ad]/g, '')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/\s+/g, ' ')
    .replace(/ ?- ?/g, '-')
    .trim()
    .toLowerCase()
}
