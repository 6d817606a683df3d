/** What a step said, for people: JSON in it is told in words. What was said to the letter is shown with the step. */
import type { Json } from '@gyre/core'
import { type FactEvent, finishedStep } from '@gyre/core/view'
import { type JudgeBlock, judgeBlocks } from '../families/claims/judge-blocks.ts'
import { plural } from '../ui/format.ts'
import { type Part, textIn } from './part-text.ts'
import { type PlainReply, plainReply } from './plain-reply.ts'

/** A fact stays as it is, and what it comes to is drawn again with every step that comes. */
const shortOf = new WeakMap<FactEvent, string>()

/** What a finished step comes to. */
export function saidInShort(fact: FactEvent): string {
  const known = shortOf.get(fact)
  if (known !== undefined) return known
  const reply = structured(spokenIn(fact).slice(0, mostParsed))
  const short = reply?.short ?? withoutJson(cut(finishedStep(fact, fact.seq).said))
  shortOf.set(fact, short)
  return short
}

/** All that a finished step said. */
export function saidInFull(fact: FactEvent): string {
  return structured(spokenIn(fact))?.whole ?? withoutJson(finishedStep(fact, fact.seq).said)
}

/** What a text comes to. */
export function plainText(text: string): string {
  const begun = cut(text)
  return structured(begun)?.short ?? withoutJson(begun)
}

const mostRead = 20_000

/** A form that is cut is none any more: a long plan still is to be counted. */
const mostParsed = 200_000

/** No line has room for more. */
function cut(text: string): string {
  return text.length > mostRead ? text.slice(0, mostRead) : text
}

/** A text that is of a form, and nothing else. */
function structured(text: string): PlainReply | undefined {
  const value = readWhole(text)
  if (value !== undefined) return plainReply(value)
  const claims = judgeBlocks(text)
  return claims.length === 0 ? undefined : claimsText(claims)
}

/** What a judge of claims wants to check, and how. */
function claimsText(claims: readonly JudgeBlock[]): PlainReply {
  const each = claims.map(({ claim, tool, input }) => `“${claim}” by ${tool}(${withoutJson(input)})`)
  const text = `${plural(claims.length, 'claim')} to check: ${each.join('; ')}`
  return { short: text, whole: text }
}

type Reply = {
  readonly raw?: string
  readonly fault?: string
  readonly parts?: readonly Part[]
}

/** The text of a reply that is nothing else: a call or a fault beside it has to be told too. */
function spokenIn({ type, data }: FactEvent): string {
  if (type !== 'step.finished' || data['kind'] !== 'generate') return ''
  const { raw, fault, parts = [] } = (data['result'] ?? {}) as Reply
  if (fault !== undefined || parts.some(({ type }) => type === 'tool-call')) return ''
  return raw ?? textIn(parts)
}

const fence = /^```(?:json)?[^\S\n]*\n([\s\S]*?)\n?```$/

/** A text that is JSON and nothing else, as models write it: in a fence, too. */
function readWhole(text: string): Json | undefined {
  const trimmed = text.trim()
  const bare = fence.exec(trimmed)?.[1]?.trim() ?? trimmed
  return /^[{[]/.test(bare) ? readJson(bare) : undefined
}

function readJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

/** An object, a list of objects, or a list where a value stands; `[1]` and `names["a"]` are something else. */
const opening = /\{\s*"|\[\s*\{\s*"|(?<=^|: |→ |“)\[\s*["[]/

/** A text with what is JSON in it in words. Of JSON that breaks off, its first text is told. */
export function withoutJson(text: string): string {
  let told = ''
  let rest = text
  for (;;) {
    const at = rest.search(opening)
    if (at < 0) return told + rest
    const length = lengthOfJson(rest, at)
    const json = rest.slice(at, at + length)
    const value = readJson(json)
    told += rest.slice(0, at) + (value === undefined ? brokenText(json) : plainReply(value).short)
    rest = rest.slice(at + length)
  }
}

const depths: Readonly<Record<string, number>> = { '{': 1, '[': 1, '}': -1, ']': -1 }

/** Up to the bracket that closes the first, or to the end. */
function lengthOfJson(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    const sign = text[at] ?? ''
    if (sign === '"') at = endOfQuoted(text, at)
    depth += depths[sign] ?? 0
    if (depth === 0) return at + 1 - from
  }
  return text.length - from
}

/** Where the mark stands that closes one; the end when it breaks off. */
function endOfQuoted(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '"') return at
    if (text[at] === '\\') at += 1
  }
  return text.length
}

const mostOfBroken = 2000

/** The first text behind a name, as far as it goes. */
function brokenText(json: string): string {
  const [, text = ''] = /"(?!id")[^"\\]*"\s*:\s*"((?:[^"\\{}[\]]|\\.)*)/.exec(json.slice(0, mostOfBroken)) ?? []
  return `${text.replaceAll(/\\(?:[nrt]|u[0-9a-f]{4})/gi, ' ').replaceAll(/\\(.)/g, '$1')}…`
}
