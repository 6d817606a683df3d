/** JSON out of a model's reply, whatever stands around it and however it is spoiled. */
import type { Json } from '../json.ts'
import { type Reading, readJson } from './json-reader.ts'
import type { Cut } from './json-string.ts'
import { stripFences, stripThinking } from './reply-text.ts'

export type JsonText =
  | {
      readonly ok: true
      readonly value: Json
      readonly repaired: boolean
      /** `value` when the end of the text took some of it: good enough to read, not to act upon. */
      readonly cut: Cut
    }
  | { readonly ok: false; readonly fault: string }

/**
 * The JSON value of a reply. A reply that is JSON as it stands is taken as it is; else thinking and fences are taken
 * off and the text is searched for objects and arrays.
 *
 * Of several, the first that needed no repair wins, then the first that was repaired, then one that the end of the text
 * cut. An empty object and a list of plain values come after all others: `{}` and `[1]` in prose are seldom the answer.
 */
export function parseJsonText(text: string): JsonText {
  const whole = readWhole(text)
  if (whole?.ok && !whole.repaired) return whole
  const said = stripFences(stripThinking(text))
  if (said.trim() === '') return { ok: false, fault: text.trim() === '' ? 'the text is empty' : onlyThinking }
  const found = (said === text ? whole : readWhole(said)) ?? search(said)
  if (found.ok || !escapedTwice.test(said)) return found
  const unescaped = search(said.replace(/\\(["\\/nrt])/g, (_, char: string) => escapes[char] ?? char))
  return unescaped.ok ? { ...unescaped, repaired: true } : found
}

const onlyThinking = 'the text holds only thinking'

/** JSON that was escaped once too often: `{\"a\": 1}`. */
const escapedTwice = /^[^{[]*[{[]\s*\\["nrt]/
const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' }

/** The text as one value with nothing around it, and nothing cut. */
function readWhole(text: string): JsonText | undefined {
  const reading = readJson(text)
  if (!reading.ok || reading.cut !== 'nothing' || text.slice(reading.end).trim() !== '') return undefined
  return { ok: true, value: reading.value, repaired: reading.repaired, cut: reading.cut }
}

type Found = Extract<Reading, { ok: true }>
type Fault = Extract<Reading, { ok: false }>
type Ranked = { readonly found: Found; readonly rank: number }

function search(text: string): JsonText {
  let best: Ranked | undefined
  let fault: Fault | undefined
  for (let at = text.search(/[{[]/); at >= 0; ) {
    const reading = readJson(text, at)
    if (!reading.ok) {
      fault = graver(fault, reading)
      at = nextOpener(text, nextAfterFault(text, at, reading))
      continue
    }
    best = better(best, { found: reading, rank: rankOf(reading) })
    at = best.rank === bestRank ? -1 : nextOpener(text, reading.end)
  }
  // What stands in prose by chance must not hide that the real thing is spoiled.
  if (!best || (fault?.isJson && best.rank <= slightRank)) {
    return { ok: false, fault: fault?.fault() ?? 'found no JSON object or array' }
  }
  const { value, repaired, cut } = best.found
  return { ok: true, value, repaired, cut }
}

function better(best: Ranked | undefined, found: Ranked): Ranked {
  return best && best.rank >= found.rank ? best : found
}

function graver(first: Fault | undefined, fault: Fault): Fault {
  return first && (first.isJson || !fault.isJson) ? first : fault
}

/** Nothing inside a value that is too deep, spoiled or never closed may pass for it: the search goes on behind it. */
function nextAfterFault(text: string, start: number, { at, isJson, isTooDeep }: Fault): number {
  if (isTooDeep) return text.length
  return isJson ? Math.max(at, endOfBrackets(text, start)) : at
}

const bestRank = 4
const slightRank = 1

function rankOf({ value, repaired, cut }: Found): number {
  if (!isSubstantial(value)) return repaired ? 0 : 1
  if (cut !== 'nothing') return 2
  return repaired ? 3 : bestRank
}

function isSubstantial(value: Json): boolean {
  if (value === null || typeof value !== 'object') return false
  if (Array.isArray(value)) return value.some((item) => typeof item === 'object' && item !== null)
  return Object.keys(value).length > 0
}

function nextOpener(text: string, from: number): number {
  opener.lastIndex = from
  return opener.exec(text)?.index ?? -1
}

/** A brace before a brace opens nothing, and one such fault is as good as a million. */
const opener = /\[|\{(?!\{)/g

/** The place behind the brackets that open at `start`, or of the text if they never close. Strings are stepped over. */
function endOfBrackets(text: string, start: number): number {
  let depth = 0
  bracket.lastIndex = start
  for (let match = bracket.exec(text); match; match = bracket.exec(text)) {
    if (match[0] === '"') bracket.lastIndex = endOfString(text, bracket.lastIndex)
    else depth += match[0] === '{' || match[0] === '[' ? 1 : -1
    if (depth === 0) return bracket.lastIndex
  }
  return text.length
}

const bracket = /["{}[\]]/g

function endOfString(text: string, from: number): number {
  let at = from
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at + 1
}
