/**
 * Redaction: secrets are taken out of every value that enters a session, before the loop sees it and
 * before anything is written. So a replay sees exactly what the run saw.
 */
import type { Json } from '../json.ts'

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
  'sk-[A-Za-z0-9_-]{16,}',
  'gh[pousr]_[A-Za-z0-9]{20,}',
  'github_pat_[A-Za-z0-9_]{20,}',
  'xox[abprs]-[A-Za-z0-9-]{10,}',
  'AKIA[0-9A-Z]{16}',
  'AIza[0-9A-Za-z_-]{35}',
  String.raw`-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)`,
  String.raw`eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}`,
]

/** Shorter literals would tear ordinary words apart. */
const shortestLiteral = 6

/** A redactor for these literals and for keys of well-known shape. */
export function redactor(secrets: readonly string[]): Redactor {
  const literals = secrets.filter((secret) => secret.length >= shortestLiteral)
  // Longer first: one secret may begin with another.
  const escaped = literals.toSorted((a, b) => b.length - a.length).map((literal) => RegExp.escape(literal))
  const pattern = new RegExp([...escaped, ...shapes].join('|'), 'g')

  const longestSpaced = Math.max(
    0,
    ...literals.filter((literal) => /\s/.test(literal)).map((literal) => literal.length),
  )

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
    for (const [index, value] of values.entries()) {
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
    return (value === undefined || json(value) === value) && text(key) === key
  }

  function cleaned(value: { readonly [key: string]: Json | undefined }): Json {
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [text(key), each === undefined ? each : json(each)]),
    )
  }

  return { json, text, safeLength: (text) => safeLength(text, longestSpaced) }
}

/** A run without spaces that is longer is no key. */
const longestKey = 512

/** Keys have no spaces, so all but the last word is safe; key blocks and literals with spaces are held back whole. */
function safeLength(text: string, longestSpaced: number): number {
  const block = text.lastIndexOf('-----BEGIN')
  if (block >= 0 && !text.includes('-----END', block)) return block
  const lastSpace = Math.max(text.lastIndexOf(' '), text.lastIndexOf('\n')) + 1
  const word = text.length - lastSpace > longestKey ? text.length : lastSpace
  return Math.max(0, Math.min(word, text.length - longestSpaced))
}
