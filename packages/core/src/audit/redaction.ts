/**
 * Redaction: secrets are taken out of every value that enters a session, before the loop sees it and
 * before anything is written. So a replay sees exactly what the run saw.
 */
import type { Json } from '../json.ts'

/**
 * Takes secrets out of values and texts; `safeLength` says how much of a text that still grows can be shown without
 * cutting one.
 */
export type Redactor = {
  /** The same value when it holds no secret. */
  json<T extends Json>(value: T): T
  text(text: string): string
  /** How much of a text that is still growing can be shown: no secret may be cut in halves. */
  safeLength(text: string): number
}

const mark = '[redacted]'

/** Shapes of well-known keys. Each begins with its fixed prefix, so that a scan of clean text is quick. */
const shapes = [
  // Not in the middle of a word: a `task-list` is none.
  '(?:sk-(?<![A-Za-z0-9]sk-))[A-Za-z0-9_-]{16,}',
  'gh[pousr]_[A-Za-z0-9]{20,}',
  'github_pat_[A-Za-z0-9_]{20,}',
  'xox[abprs]-[A-Za-z0-9-]{10,}',
  'AKIA[0-9A-Z]{16}',
  // Keys of a server of Gyre.
  'gyre_[0-9a-f]{12}_[A-Za-z0-9_-]{43}',
  'AIza[0-9A-Za-z_-]{35}',
  String.raw`-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)`,
  String.raw`eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}`,
]

/** Shorter literals would tear ordinary words apart. */
const shortestLiteral = 6

const mostKeysKnown = 500

/** A secret, and how it stands inside JSON text. */
function asWritten(secret: string): readonly string[] {
  const quoted = JSON.stringify(secret).slice(1, -1)
  return quoted === secret ? [secret] : [secret, quoted]
}

/** A redactor for these literals and for keys of well-known shape. */
export function redactor(secrets: readonly string[]): Redactor {
  const literals = secrets.filter((secret) => secret.length >= shortestLiteral).flatMap(asWritten)
  // Longer first: one secret may begin with another.
  const escaped = literals.toSorted((a, b) => b.length - a.length).map((literal) => RegExp.escape(literal))
  const pattern = new RegExp([...escaped, ...shapes].join('|'), 'g')

  function text(value: string): string {
    return value.length < shortestLiteral ? value : value.replace(pattern, mark)
  }

  function json<T extends Json>(value: T): T
  function json(value: Json): Json {
    if (typeof value === 'string') return text(value)
    if (typeof value !== 'object' || value === null) return value
    return Array.isArray(value) ? each(value) : fields(value as { readonly [key: string]: Json | undefined })
  }

  function each(values: readonly Json[]): readonly Json[] {
    let clean: Json[] | undefined
    for (let index = 0; index < values.length; index++) {
      const value = values[index] as Json
      const after = json(value)
      if (after !== value) clean ??= [...values]
      if (clean) clean[index] = after
    }
    return clean ?? values
  }

  function fields(value: { readonly [key: string]: Json | undefined }): Json {
    for (const key in value) if (!isClean(key, value[key])) return cleaned(value)
    return value
  }

  function isClean(key: string, value: Json | undefined): boolean {
    return (value === undefined || json(value) === value) && isCleanKey(key)
  }

  /** The same few keys come again and again. */
  const cleanKeys = new Set<string>()

  function isCleanKey(key: string): boolean {
    if (cleanKeys.has(key)) return true
    if (text(key) !== key) return false
    if (cleanKeys.size < mostKeysKnown) cleanKeys.add(key)
    return true
  }

  function cleaned(value: { readonly [key: string]: Json | undefined }): Json {
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [text(key), each === undefined ? each : json(each)]),
    )
  }

  function safeLength(value: string): number {
    const block = value.lastIndexOf('-----BEGIN')
    if (block >= 0 && !value.includes('-----END', block)) return block
    const safe = Math.min(lastKeyStart(value), ...literals.map((literal) => beginningOf(literal, value)))
    for (const { 0: secret, index } of value.matchAll(pattern)) {
      if (index < safe && index + secret.length > safe) return index
    }
    return safe
  }

  return { json, text, safeLength }
}

/** A run of the characters of keys that is longer is no key. */
const longestKey = 4096

/** Where the characters at the end begin that may be a key, or the beginning of one. */
function lastKeyStart(value: string): number {
  const first = Math.max(0, value.length - longestKey)
  let start = value.length
  while (start > first && /[\w.~+/=-]/.test(value.charAt(start - 1))) start -= 1
  return start
}

/** Where a literal begins of which more is to come. */
function beginningOf(literal: string, value: string): number {
  for (let length = Math.min(literal.length - 1, value.length); length > 0; length--) {
    if (value.endsWith(literal.slice(0, length))) return value.length - length
  }
  return value.length
}
