/** The forms in which writers cite, read liberally, and what only looks like a citation. */
import { namesAuthor } from './author-year.ts'
import type { Span } from './code-spans.ts'

/**
 * `cited` names passages, `invented` names none that could be, `year` is text. `short` has no blank: it is text only
 * when the passages say so.
 * A `loose` one, such as `(C4)`, cites only when there is such a passage: else it may be a word.
 */
export type Bracket = Span & {
  readonly kind: 'cited' | 'invented' | 'year' | 'short'
  readonly ids: readonly string[]
  readonly inside: string
  readonly isLoose: boolean
}

/** All signs that a reader may take for the brackets of a citation. */
const openings = '[【［〔〖⟦〚﹝⁅'
const closings = ']】］〕〗⟧〛﹞⁆'
const [open, close] = [`\\${openings}`, `\\${closings}`]
/** Longer brackets hold sentences. */
const square = new RegExp(
  String.raw`\\?[${open}]([^${open}${close}]{0,300})[${close}]|\\?[${open}]\s{0,3}(?:\p{L}{2,9}[:\s]{1,3})?c\p{Nd}+(?![\p{L}\p{N}])`,
  'giu',
)
const round = /\(([^()\n]{2,200})\)/g

const id = /(?<![\p{L}\p{N}])c\p{Nd}+(?![\p{L}\p{N}])/giu
/** `c1–c3`. */
const idRange = /(?<![\p{L}\p{N}])c(\p{Nd}{1,6})\s?[-–—]\s?c(\p{Nd}{1,6})(?![\p{L}\p{N}])/giu
/** A longer range is none. */
const longestRange = 12
const isId = /^c\p{Nd}+$/iu
const isLabel =
  /^(?:sources?|quellen?|chunks?|passages?|evidence|refs?\.?|references?|ids?|see|cf\.?|vgl\.?|siehe|and|und)$/i

/** `Source 3`, `ref: the report`, and the word alone. */
const labelled =
  /^(?:(?:sources?|quellen?|chunks?|passages?|refs?|references?|citations?|belege?)\.?\s*(?:$|[:#\p{N}])|(?:docs?|documents?|nr|nos?|pp?|notes?|fn|web)\.?\s*[:#]?\s*\p{N})/iu
const isMissing =
  /^(?:citations?|sources?|references?|belege?|quellen?|nachweise?)\s(?:is\s)?(?:needed|required|missing|fehlt|fehlen|nötig|erforderlich)\b/i
const numeric = /^[\p{N}\p{S}\s,;&–—−.:^#†‡*/!?'"()-]*$/u
/** `3†source` and `3, p. 4`. */
const numberFirst = /^\p{N}{1,4}\s*(?:†|,?\s*(?:pp?|S)\.\s*\p{N})/u
const placeholder = /^(?:c[\p{N}…?x]|\^)/iu
const roman = /^(?:[iv]|[ivx]{2,6}|[IVX]{2,6})$/
/** Longer words in brackets are no marks. */
const longestMark = 40
/** What stands in brackets in any text. */
const isUsual = /^(?:sic!?|x|…|\.{2,}|[!?]+)$/i
const years = /^(?:1\d|20)\d\d(?:\s*[,;/–-]\s*(?:1\d|20)\d\d)*$/

/** All in the order of the text; they do not overlap. */
export function bracketsIn(text: string): readonly Bracket[] {
  const squares = [...text.matchAll(square)].flatMap(({ 0: found, 1: inside = found.slice(1), index }) => {
    const span = { start: index, end: index + found.length }
    return isPartOfWord(text, inside, span)
      ? []
      : bracketOf(inside.replace(/\\$/, '').trim(), withBackticks(text, span))
  })
  const rounds = [...text.matchAll(round)].flatMap(({ 0: found, 1: inside = '', index }) =>
    parenthesisOf(inside.trim(), { start: index, end: index + found.length }),
  )
  return [...squares, ...rounds].sort((a, b) => a.start - b.start)
}

/** The citations of a text. What is loose is none here: nobody says which passages there are. */
export function citationsIn(text: string): readonly Bracket[] {
  return bracketsIn(text).filter(({ kind, isLoose }) => kind === 'cited' && !isLoose)
}

export function isInventedNumber(inside: string): boolean {
  const shown = inside.trim()
  return kindOf(shown) === 'invented' && !namesAuthor(shown)
}

/** `[T]he` and `walk[ed]` are words of a quotation that were changed. */
function isPartOfWord(text: string, inside: string, { start, end }: Span): boolean {
  const isBegun = /\p{L}/u.test(text[start - 1] ?? '') && inside.length > 1
  const isJoined = isBegun || /\p{L}/u.test(text[end] ?? '')
  return isJoined && /^\p{L}{1,12}$/u.test(inside) && !roman.test(inside)
}

function bracketOf(inside: string, span: Span): readonly Bracket[] {
  const kind = kindOf(inside) ?? (isMark(inside) ? 'short' : undefined)
  return kind ? [{ ...span, kind, ids: idsIn(inside), inside, isLoose: false }] : []
}

function kindOf(inside: string): Bracket['kind'] | undefined {
  if (idsIn(inside).length > 0) return 'cited'
  if (years.test(inside)) return 'year'
  const isNumeric = numeric.test(inside) && /\p{N}/u.test(inside)
  if (isNumeric || [labelled, isMissing, numberFirst, placeholder, roman].some((form) => form.test(inside)))
    return 'invented'
  return namesAuthor(inside) ? 'invented' : undefined
}

function isMark(inside: string): boolean {
  return inside !== '' && inside.length <= longestMark && !/\s/.test(inside) && !isUsual.test(inside)
}

/** Text in parentheses is common: only ids alone cite there, and only a name with its year after a comma is invented. */
function parenthesisOf(inside: string, span: Span): readonly Bracket[] {
  const words = inside.split(/[\s,;:&/]+/).filter((word) => word !== '')
  const ids = idsIn(inside)
  if (ids.length > 0 && words.every((word) => isId.test(word) || isLabel.test(word))) {
    const isLoose = ids.length === words.length && /C/.test(inside)
    return [{ ...span, kind: 'cited', ids, inside, isLoose }]
  }
  const isAuthor = /,\s*(?:1[5-9]|20)\d\d|et al|&/.test(inside) && namesAuthor(inside)
  return isAuthor ? [{ ...span, kind: 'invented', ids: [], inside, isLoose: false }] : []
}

function idsIn(inside: string): readonly string[] {
  const between = [...inside.matchAll(idRange)].flatMap(({ 1: first, 2: last }) =>
    idsBetween(Number(first), Number(last)),
  )
  const named = inside.match(id)?.map((found) => found.toLowerCase()) ?? []
  return [...new Set([...between, ...named])]
}

function idsBetween(first: number, last: number): readonly string[] {
  const count = last - first + 1
  return count > longestRange ? [] : Array.from({ length: Math.max(0, count) }, (_, at) => `c${first + at}`)
}

function withBackticks(text: string, { start, end }: Span): Span {
  return text[start - 1] === '`' && text[end] === '`' ? { start: start - 1, end: end + 1 } : { start, end }
}
