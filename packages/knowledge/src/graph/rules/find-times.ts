/** Dates and quantities: what a thing is said to be, or when. */

import type { Token } from './tokens.ts'
import { isFunctionWord, magnitudes, months, prepositions } from './word-lists.ts'

export type Span = { readonly kind: 'date' | 'quantity'; readonly end: number }

export function dateAt(tokens: readonly Token[], at: number): Span | undefined {
  const end = dayFirst(tokens, at) ?? monthFirst(tokens, at) ?? centuryOrYear(tokens, at)
  return end === undefined ? undefined : { kind: 'date', end }
}

function dayFirst(tokens: readonly Token[], at: number): number | undefined {
  if (!isDay(tokens[at])) return undefined
  const month = tokens[at + 1]?.lower === 'of' ? at + 2 : at + 1
  if (!isMonth(tokens[month])) return undefined
  return yearAfter(tokens, month + 1) ?? month + 1
}

function monthFirst(tokens: readonly Token[], at: number): number | undefined {
  if (!isMonth(tokens[at])) return undefined
  const year = yearAfter(tokens, at + 1)
  if (year !== undefined || !isDay(tokens[at + 1])) return year
  return yearAfter(tokens, at + 2) ?? at + 2
}

function yearAfter(tokens: readonly Token[], at: number): number | undefined {
  const year = tokens[at]?.text === ',' ? at + 1 : at
  return isYear(tokens[year]) ? year + 1 : undefined
}

function centuryOrYear(tokens: readonly Token[], at: number): number | undefined {
  const text = tokens[at]?.text ?? ''
  if (/^\d{1,2}(?:st|nd|rd|th)$/.test(text) && tokens[at + 1]?.lower === 'century') return at + 2
  if (/^\d{4}s$/.test(text)) return at + 1
  if (!isYear(tokens[at])) return undefined
  const before = tokens[at - 1]
  const isCounted = isUnit(tokens[at + 1]) && !(before && prepositions.has(before.lower))
  return isCounted ? undefined : at + 1
}

const doubleUnits: ReadonlySet<string> = new Set(['square', 'cubic', 'nautical', 'metric', 'per', 'gross'])

export function quantityAt(tokens: readonly Token[], at: number): Span | undefined {
  const isMoney = /^\p{Sc}$/u.test(tokens[at]?.text ?? '')
  const number = isMoney ? at + 1 : at
  const token = tokens[number]
  if (token?.kind !== 'number' || /(?:st|nd|rd|th)$/.test(token.text)) return undefined
  let end = number + 1
  if (magnitudes.has(tokens[end]?.lower ?? '')) end++
  if (doubleUnits.has(tokens[end]?.lower ?? '') && tokens[end + 1]?.kind === 'word')
    return { kind: 'quantity', end: end + 2 }
  if (isUnit(tokens[end])) return { kind: 'quantity', end: end + 1 }
  return isMoney || token.text.endsWith('%') ? { kind: 'quantity', end } : undefined
}

function isUnit(token: Token | undefined): boolean {
  return token?.kind === 'word' && /^\p{Ll}/u.test(token.text) && !isFunctionWord(token.lower)
}

function isDay(token: Token | undefined): boolean {
  return /^(?:[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?$/.test(token?.text ?? '')
}

function isYear(token: Token | undefined): boolean {
  return /^(?:1\d{3}|20\d{2}|2100)$/.test(token?.text ?? '')
}

export function isMonth(token: Token | undefined): boolean {
  return token !== undefined && months.has(token.lower) && /^\p{Lu}/u.test(token.text)
}
