/** JSON that somebody sent: text of one kind, not too deep, without keys that reach into objects. */
import { GyreError, type Json } from '@gyre/core'

/** Nothing that is served is deeper; what walks a value may call itself so often. */
const mostDepth = 64

/** Keys that copy or merge code may take for the object's own making. */
const reaching: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Fails with `request-invalid`. */
export function textOfBytes(bytes: ArrayBuffer | Uint8Array): string {
  let text: string
  try {
    text = decoder.decode(bytes)
  } catch (cause) {
    throw invalid('The body is not UTF-8.', cause)
  }
  if (text.startsWith('\uFEFF')) throw invalid('The body begins with a byte order mark: send UTF-8 without one.')
  return text
}

/** Fails with `request-invalid`. The depth is told before anything is made of the text. */
export function readJsonText(text: string): Json {
  if (isTooDeep(text)) throw invalid(`The body is nested deeper than ${mostDepth}.`)
  let value: Json
  try {
    value = JSON.parse(text) as Json
  } catch (cause) {
    throw invalid('The body is not JSON.', cause)
  }
  const key = reachingKey(value)
  if (key !== undefined) throw invalid(`The body has a key \`${key}\`, which no object may have.`)
  return value
}

export function invalid(message: string, cause?: unknown): GyreError {
  return new GyreError('request-invalid', message, { ...(cause !== undefined && { cause }) })
}

/** Brackets outside of strings, counted. Text that is no JSON may be counted wrongly: it fails later. */
function isTooDeep(text: string): boolean {
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (character === '"') at = endOfString(text, at)
    else if (character === '[' || character === '{') depth += 1
    else if (character === ']' || character === '}') depth -= 1
    if (depth > mostDepth) return true
  }
  return false
}

/** Where the string that begins here ends. Looked for by hand: a pattern may take forever on what is no string. */
function endOfString(text: string, begin: number): number {
  let at = begin + 1
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at
}

function reachingKey(value: Json): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, inner] of Object.entries(value)) {
    if (reaching.has(key)) return key
    const found = reachingKey(inner as Json)
    if (found !== undefined) return found
  }
  return undefined
}
