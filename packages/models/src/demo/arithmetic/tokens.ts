/** A text cut into what arithmetic is made of; all else is a word that ends an expression. */
import { readNumberWords, scales } from './number-words.ts'

export type TokenKind =
  | 'number'
  | 'operator'
  | 'open'
  | 'close'
  | 'comma'
  | 'constant'
  | 'function'
  /** `half of`, `double`, `the square root of`: goes before one operand. */
  | 'prefix'
  /** `squared`: goes after one operand. */
  | 'suffix'
  /** `the sum of`: goes before two operands and an `and`. */
  | 'pair'
  /** `add`, `divide`: goes before two operands and a small word. */
  | 'command'
  | 'percent-of'
  /** What was worked out before. */
  | 'that'
  | 'word'

export type Token = {
  readonly kind: TokenKind
  readonly text: string
  readonly start: number
  readonly end: number
}

/** The longest part of a text that is looked at. */
const longest = 10_000

/** What stands for a symbol or a phrase, in the order in which they are tried. */
const phrases: readonly (readonly [RegExp, TokenKind, string?])[] = [
  // Dates, times, versions and ranges of days look like arithmetic, and are none.
  [/\d{4}-\d\d?-\d\d?(?!\d)|\d\d?\/\d\d?\/\d{2,4}(?!\d)|\d+:\d\d|\d+\.\d+\.\d[\d.]*/y, 'word'],
  [/(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?(?![\p{L}\d_]|\.\d)/uy, 'number'],
  [/(?:\d+(?:\.\d+)?|\.\d+)(?=x\d)/iy, 'number'],
  [/(?:%|percent|per cent)\s+of\b/iy, 'percent-of'],
  [/\*\*|\^|(?:raised\s+)?to\s+the\s+power(?:\s+of)?\b/iy, 'operator', '^'],
  [/[*×·]|times\b|multiplied\s+(?:by|with)\b|(?<=\d\s*)x(?=\s*[\d(])/iy, 'operator', '*'],
  [/[/÷]|divided\s+by\b/iy, 'operator', '/'],
  [/%(?=\s*(?:-?[\d(.]|(?:sqrt|abs|round|floor|ceil|min|max)\s*\())|mod(?:ulo)?\b/iy, 'operator', '%'],
  [/\+|plus\b/iy, 'operator', '+'],
  [/[-−]|minus\b/iy, 'operator', '-'],
  [/\(/y, 'open'],
  [/\)/y, 'close'],
  [/,/y, 'comma'],
  [/(?:sqrt|abs|round|floor|ceil|min|max)(?=\s*\()/iy, 'function'],
  [/(?:the\s+)?(?:square\s+root\s+of|root\s+of|sqrt(?:\s+of)?)\b|√/iy, 'prefix', 'root'],
  [/(?:the\s+)?square(?:\s+of)?\b/iy, 'prefix', 'square'],
  [/(?:the\s+)?cube(?:\s+of)?\b/iy, 'prefix', 'cube'],
  [/(?:a\s+|one\s+)?half(?:\s+of)?\b|halve\b/iy, 'prefix', 'half'],
  [/(?:a|one)\s+third\s+of\b/iy, 'prefix', 'third'],
  [/(?:a|one)\s+quarter\s+of\b/iy, 'prefix', 'quarter'],
  [/(?:double|twice)\b/iy, 'prefix', 'double'],
  [/triple\b/iy, 'prefix', 'triple'],
  [/squared\b/iy, 'suffix', '2'],
  [/cubed\b/iy, 'suffix', '3'],
  [/(?:the\s+)?sum\s+of\b/iy, 'pair', '+'],
  [/(?:the\s+)?difference\s+(?:between|of)\b/iy, 'pair', '-'],
  [/(?:the\s+)?product\s+of\b/iy, 'pair', '*'],
  [/(?:the\s+)?quotient\s+of\b/iy, 'pair', '/'],
  [/add\b/iy, 'command', '+'],
  [/subtract\b|take\b(?=[^.?!]{1,40}\bfrom\b)/iy, 'command', '-'],
  [/multiply\b/iy, 'command', '*'],
  [/divide\b/iy, 'command', '/'],
  [/pi\b|π/iy, 'constant', 'pi'],
  [/e\b/y, 'constant'],
  [/(?:the\s+(?:last\s+)?(?:result|answer)|that|it|this)\b/iy, 'that'],
  [/[\p{L}\p{N}_][\p{L}\p{N}_'’]*/uy, 'word'],
]

/** The words with which a phrase may begin; all others are words at once. */
const openings = new Set(
  (
    'percent per raised to times multiplied x divided mod modulo plus minus sqrt abs round floor ceil min max the a one root ' +
    'square cube half halve double twice triple squared cubed sum difference product quotient add subtract take multiply ' +
    'divide pi e that it this'
  ).split(' '),
)
const plainWord = /[\p{L}_][\p{L}\p{N}_'’]*/uy

const thousands = /\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\p{L}\d_]|[.,]\d)/uy
const blank = /[\s$€£]+/uy
const scaled = new RegExp(`\\s+(${[...scales.keys()].join('|')})\\b`, 'iy')

export function tokensOf(whole: string): readonly Token[] {
  const text = whole.slice(0, longest)
  const tokens: Token[] = []
  /** For each bracket that is open, whether it holds the arguments of a function: there a comma parts numbers. */
  const brackets: boolean[] = []
  for (let at = afterBlank(text, 0); at < text.length; at = afterBlank(text, at)) {
    const token = tokenAt(text, at, brackets.at(-1) === true)
    if (token.kind === 'open') brackets.push(tokens.at(-1)?.kind === 'function')
    if (token.kind === 'close') brackets.pop()
    tokens.push(token)
    at = token.end
  }
  return tokens
}

function afterBlank(text: string, at: number): number {
  blank.lastIndex = at
  return blank.test(text) ? blank.lastIndex : at
}

function tokenAt(text: string, start: number, isArgument: boolean): Token {
  const grouped = isArgument ? undefined : matchAt(thousands, text, start)
  if (grouped !== undefined) return numberToken(text, start, grouped)
  const [found, kind, meaning] = phraseAt(text, start)
  if (kind === 'number') return numberToken(text, start, found)
  // After the phrases: in `one third of`, `one` is no number.
  const words = kind === 'word' ? readNumberWords(text, start) : undefined
  if (words) return { kind: 'number', text: String(words.value), start, end: start + words.length }
  return { kind, text: meaning ?? found.toLowerCase(), start, end: start + found.length }
}

/** What stands at this place, as written, and what it means. */
function phraseAt(
  text: string,
  start: number,
): readonly [found: string, kind: TokenKind, meaning?: string | undefined] {
  const word = matchAt(plainWord, text, start)
  if (word !== undefined && !openings.has(letters(word))) return [word, 'word']
  for (const [pattern, kind, meaning] of phrases) {
    const found = matchAt(pattern, text, start)
    if (found !== undefined) return [found, kind, meaning]
  }
  return [text[start] ?? '', 'word']
}

/** The first letters of a word: `x2` and `π` are looked at as well. */
function letters(word: string): string {
  return /^[a-z]+/i.exec(word)?.[0].toLowerCase() ?? 'x'
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0]
}

/** `1,000` and `2 million` in digits. */
function numberToken(text: string, start: number, found: string): Token {
  const digits = found.replaceAll(',', '')
  const end = start + found.length
  const scale = matchAt(scaled, text, end)
  const factor = scales.get(scale?.trim().toLowerCase() ?? '')
  if (scale === undefined || factor === undefined) return { kind: 'number', text: digits, start, end }
  return { kind: 'number', text: String(Number(digits) * factor), start, end: end + scale.length }
}
