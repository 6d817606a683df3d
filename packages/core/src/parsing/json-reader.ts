/**
 * A reader of JSON as models write it.
 *
 * One recursive descent, one pass, no backtracking. Valid JSON reads exactly as `JSON.parse` reads
 * it; each deviation that is accepted sets `repaired`. The nesting is capped, so that no reply can
 * overflow a stack here or in whoever walks the value later.
 */
import type { Json } from '../json.ts'
import { type Cut, readString, type StringCursor, stringQuotes } from './json-string.ts'

export const maxDepth = 200

export type Reading =
  | {
      readonly ok: true
      readonly value: Json
      /** The place behind the value. */
      readonly end: number
      readonly repaired: boolean
      readonly cut: Cut
    }
  | {
      readonly ok: false
      /** Written when it is asked for: a search meets many openers and reports one. */
      readonly fault: () => string
      /** Where reading stopped. */
      readonly at: number
      /** Something was read before the fault: this was meant to be JSON. */
      readonly isJson: boolean
      readonly isTooDeep: boolean
    }

type Cursor = StringCursor & {
  readonly start: number
  openObjects: number
  openArrays: number
  hasRead: boolean
  isTooDeep: boolean
  /** What should have stood at the cursor. */
  expected: string | undefined
}

/** Reads the one value that begins at `start`; what follows it is the caller's. */
export function readJson(text: string, start = 0): Reading {
  const cursor: Cursor = {
    text,
    start,
    at: start,
    repaired: false,
    cut: 'nothing',
    openObjects: 0,
    openArrays: 0,
    hasRead: false,
    isTooDeep: false,
    expected: undefined,
  }
  const value = readValue(cursor)
  const { at, repaired, cut, hasRead, isTooDeep } = cursor
  // What was cut before it said anything is no value.
  const saysNothing = cut !== 'nothing' && !hasRead && typeof value === 'object'
  if (value !== undefined && !saysNothing) {
    return { ok: true, value, end: at, repaired: repaired || cut !== 'nothing', cut }
  }
  return {
    ok: false,
    fault: () => faultOf(cursor),
    at: Math.max(at, start + 1),
    isJson: hasRead,
    isTooDeep,
  }
}

/** `undefined` means a fault, or that the text ended before the value said anything. */
function readValue(cursor: Cursor): Json | undefined {
  const next = peek(cursor)
  if (next === undefined) return ended(cursor)
  if (next === '{') return readObject(cursor)
  if (next === '[') return readArray(cursor)
  return stringQuotes.has(next) ? readString(cursor) : readWord(cursor)
}

function readObject(cursor: Cursor): Json | undefined {
  if (isTooDeep(cursor)) return undefined
  const object: Record<string, Json> = {}
  cursor.openObjects++
  cursor.at++
  for (let isFirst = true; hasNext(cursor, '}', isFirst); isFirst = false) {
    const key = readKey(cursor)
    const value = key === undefined ? undefined : readValue(cursor)
    if (key === undefined || value === undefined) break
    put(object, key, value)
  }
  cursor.openObjects--
  return cursor.expected === undefined ? object : undefined
}

function readArray(cursor: Cursor): Json | undefined {
  if (isTooDeep(cursor)) return undefined
  const array: Json[] = []
  cursor.openArrays++
  cursor.at++
  for (let isFirst = true; hasNext(cursor, ']', isFirst); isFirst = false) {
    const value = readValue(cursor)
    if (value === undefined) break
    cursor.hasRead = true
    array.push(value)
  }
  cursor.openArrays--
  return cursor.expected === undefined ? array : undefined
}

/** `__proto__` becomes a property of its own, as with `JSON.parse`: assigning it would set the prototype. */
function put(object: Record<string, Json>, key: string, value: Json): void {
  if (key !== '__proto__') object[key] = value
  else Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true })
}

function isTooDeep(cursor: Cursor): boolean {
  if (cursor.openObjects + cursor.openArrays < maxDepth) return false
  cursor.isTooDeep = true
  fail(cursor, 'a value')
  return true
}

/** Steps to the next member of a container, over the commas; false at its end, and then behind it. */
function hasNext(cursor: Cursor, closer: '}' | ']', isFirst: boolean): boolean {
  const commas = skipCommas(cursor)
  const next = peek(cursor)
  if (next === undefined) return isEnded(cursor, isFirst || commas > 0 ? 'value' : 'closers')
  if (commas !== (isFirst || next === closer ? 0 : 1)) cursor.repaired = true
  if (next === closer) cursor.at++
  else if (next === '}' || next === ']') leaveToOuter(cursor, next, closer)
  else return true
  return false
}

/** The bracket of an outer container: this one's own is missing, and the outer one takes it. */
function leaveToOuter(cursor: Cursor, found: '}' | ']', closer: string): void {
  cursor.repaired = true
  if ((found === '}' ? cursor.openObjects : cursor.openArrays) === 0) fail(cursor, `\`${closer}\``)
}

function skipCommas(cursor: Cursor): number {
  let commas = 0
  for (; peek(cursor) === ','; cursor.at++) commas++
  return commas
}

const bareKey = /[\p{L}\p{N}_$][\p{L}\p{N}_$.-]*/uy

function readKey(cursor: Cursor): string | undefined {
  const next = peek(cursor)
  const isQuoted = next !== undefined && stringQuotes.has(next)
  const key = isQuoted ? readString(cursor) : matchAt(cursor, bareKey)
  if (key === '' && !isQuoted) return fail(cursor, 'a key in double quotes')
  if (!isQuoted) cursor.repaired = true
  const colon = peek(cursor)
  if (colon === undefined) return ended(cursor)
  if (colon !== ':' && colon !== '：') return fail(cursor, `\`:\` after the key \`${excerpt(key)}\``)
  if (colon === '：') cursor.repaired = true
  cursor.at++
  cursor.hasRead = true
  return key
}

const word = /[\p{L}\p{N}_$+.-]+/uy
const strictNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/
/** Not `007`: whoever writes that means a text. */
const looseNumber = /^[+-]?(?:(?:0|[1-9][\d_]*)(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/

const literals: ReadonlyMap<string, Json> = new Map<string, Json>([
  ['true', true],
  ['false', false],
  ['null', null],
])

/** JSON has no word for these; what has no number becomes null, as with `JSON.stringify`. */
const foreignLiterals: ReadonlyMap<string, Json> = new Map<string, Json>([
  ['True', true],
  ['TRUE', true],
  ['False', false],
  ['FALSE', false],
  ['None', null],
  ['NULL', null],
  ['Null', null],
  ['undefined', null],
  ['NaN', null],
  ['Infinity', null],
  ['+Infinity', null],
  ['-Infinity', null],
])

function readWord(cursor: Cursor): Json | undefined {
  const start = cursor.at
  const written = matchAt(cursor, word)
  const literal = literals.get(written)
  if (literal !== undefined) return literal
  const number = readNumber(cursor, written)
  if (number !== undefined) return number
  const foreign = foreignLiterals.get(written)
  if (foreign !== undefined) {
    cursor.repaired = true
    return foreign
  }
  if (written !== '' && cursor.at === cursor.text.length && isCutWord(written)) {
    cursor.cut = 'value'
    return completed(written)
  }
  cursor.at = start
  return fail(cursor, written === '' ? 'a value' : 'a value (a text needs double quotes)')
}

function readNumber(cursor: Cursor, written: string): Json | undefined {
  const isStrict = strictNumber.test(written)
  if (!isStrict && !looseNumber.test(written)) return undefined
  const number = Number(isStrict ? written : written.replaceAll('_', ''))
  if (!isStrict || !Number.isFinite(number)) cursor.repaired = true
  // More digits may have followed: only inside a container, for a number alone has no other end.
  const isInside = cursor.openObjects + cursor.openArrays > 0
  if (isInside && cursor.at === cursor.text.length) cursor.cut = 'value'
  return Number.isFinite(number) ? number : null
}

const cutNumber = /^[-+]?(?:[\d.]|$)/

function isCutWord(written: string): boolean {
  return cutNumber.test(written) || completed(written) !== undefined
}

/** The only literal a cut word can become. Nobody knows the rest of a cut number. */
function completed(written: string): Json | undefined {
  if (cutNumber.test(written)) return undefined
  for (const [name, value] of literals) if (name.startsWith(written)) return value
  for (const [name, value] of foreignLiterals) if (name.startsWith(written)) return value
  return undefined
}

const looseSpace = /[\s\u200b]+|(?:\/\/|#)[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/y

/** The next character that means something, past spaces and comments. The end of a fence is the end of the text. */
function peek(cursor: Cursor): string | undefined {
  while (isSpace(cursor.text[cursor.at])) cursor.at++
  const next = cursor.text[cursor.at]
  if (next !== undefined && next > ' ' && next < '~' && !'#/`'.includes(next)) return next
  while (matchAt(cursor, looseSpace) !== '') cursor.repaired = true
  return cursor.text.startsWith('```', cursor.at) ? undefined : cursor.text[cursor.at]
}

function isSpace(char: string | undefined): boolean {
  return char === ' ' || char === '\n' || char === '\r' || char === '\t'
}

function matchAt(cursor: Cursor, pattern: RegExp): string {
  pattern.lastIndex = cursor.at
  const [match = ''] = pattern.exec(cursor.text) ?? []
  cursor.at += match.length
  return match
}

function isEnded(cursor: Cursor, cut: Cut): false {
  if (cursor.cut !== 'value') cursor.cut = cut
  return false
}

function ended(cursor: Cursor): undefined {
  cursor.cut = 'value'
}

function fail(cursor: Cursor, what: string): undefined {
  cursor.expected ??= what
}

function faultOf(cursor: Cursor): string {
  const { text, at, expected = 'a value', isTooDeep } = cursor
  if (isTooDeep) return `nested deeper than ${maxDepth} levels at ${placeOf(cursor)}`
  const [found = ''] = /^[\p{L}\p{N}_]+|^[\s\S]/u.exec(text.slice(at, at + 40)) ?? []
  const instead = peek({ ...cursor }) === undefined ? 'the end' : `\`${excerpt(found)}\``
  return `expected ${expected} at ${placeOf(cursor)}, found ${instead}`
}

function excerpt(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  return line.length > 24 ? `${line.slice(0, 24)}…` : line
}

/** Counted from where the value begins: that is the text its author sees as one. */
function placeOf(cursor: Cursor): string {
  const before = cursor.text.slice(cursor.start, cursor.at)
  const line = before.split('\n').length
  return `line ${line}, column ${before.length - before.lastIndexOf('\n')}`
}
