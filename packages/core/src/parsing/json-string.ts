/** Strings as models quote them: the part of the JSON reader that has to guess where a text ends. */

/** What the end of the text took away: nothing, only closing brackets, or (a part of) a value. */
export type Cut = 'nothing' | 'closers' | 'value'

/** Where reading stands, and what it had to forgive. */
export type StringCursor = { readonly text: string; at: number; repaired: boolean; cut: Cut }

const smartDouble = '“”„‟"'
const smartSingle = "‘’‚‛'"

/** An opening quote, and the characters that may close it. */
export const stringQuotes: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ['`', '`'],
  ...[...'“”„‟'].map((quote) => [quote, smartDouble] as const),
  ...[...'‘’‚‛'].map((quote) => [quote, smartSingle] as const),
])

/**
 * Reads the string whose opening quote is at the cursor. At the end of the text it returns what there is and marks the
 * value as cut.
 */
export function readString(cursor: StringCursor): string {
  const { text } = cursor
  if (text.startsWith('"""', cursor.at)) return readTripleQuoted(cursor)
  const closers = stringQuotes.get(text[cursor.at] ?? '') ?? '"'
  if (closers !== '"') cursor.repaired = true
  cursor.at++
  const inner = { isOpen: false }
  let value = ''
  for (;;) {
    value += readRun(cursor, closers)
    if (text[cursor.at] === '\\') value += readEscape(cursor)
    else if (isEnded(cursor, inner)) return value
    else value += text[cursor.at++] ?? ''
  }
}

/** Whether the string ends here, and if so steps behind it. If not, here is a quote that somebody forgot to escape. */
function isEnded(cursor: StringCursor, inner: { isOpen: boolean }): boolean {
  if (cursor.at >= cursor.text.length) {
    cursor.cut = 'value'
    return true
  }
  if (!closes(cursor.text, cursor.at, inner)) {
    cursor.repaired = true
    return false
  }
  cursor.at++
  return true
}

/** The text up to the next backslash or quote. A raw line break or control character in it is forgiven. */
function readRun(cursor: StringCursor, closers: string): string {
  const from = cursor.at
  for (; cursor.at < cursor.text.length; cursor.at++) {
    const char = cursor.text[cursor.at] ?? ''
    if (char === '\\' || closers.includes(char)) break
    if (char < ' ') cursor.repaired = true
  }
  return cursor.text.slice(from, cursor.at)
}

function readTripleQuoted(cursor: StringCursor): string {
  const from = cursor.at + 3
  const end = cursor.text.indexOf('"""', from)
  cursor.repaired = true
  if (end < 0) cursor.cut = 'value'
  cursor.at = end < 0 ? cursor.text.length : end + 3
  return cursor.text.slice(from, end < 0 ? undefined : end)
}

/**
 * Whether the quote at `at` ends its string. In valid JSON it always does, for a comma, colon or bracket follows. Else
 * it may be a quote inside the text that was not escaped: `"he said "hi" to me"`.
 */
function closes(text: string, at: number, inner: { isOpen: boolean }): boolean {
  const gap = spaceAt(text, at + 1)
  const behind = at + 1 + gap.length
  const next = text[behind]
  if (next === undefined || '}]:：'.includes(next)) return true
  if (next === ',') return !inner.isOpen || !/^,\s*\p{L}/u.test(text.slice(behind, behind + 12))
  if (startsMember(gap, next, text[behind + 1])) return true
  const isInner = gap === '' || inner.isOpen
  inner.isOpen = gap === '' && !/[\p{L}\p{N}]/u.test(text[at - 1] ?? '')
  return !isInner
}

const space = /[ \t\r\n]+/y

/** Most quotes have no space behind them, and a reply may have many. */
function spaceAt(text: string, at: number): string {
  if ((text[at] ?? 'x') > ' ') return ''
  space.lastIndex = at
  return space.exec(text)?.[0] ?? ''
}

/** Whether what follows a string begins something new, though a comma is missing. */
function startsMember(gap: string, next: string, afterNext: string | undefined): boolean {
  if (gap.includes('\n') || '{[#'.includes(next)) return true
  if (next === '/' && (afterNext === '/' || afterNext === '*')) return true
  return gap !== '' && stringQuotes.has(next)
}

const simpleEscapes: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['\\', '\\'],
  ['/', '/'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
])

/** Reads an escape. One that JSON does not know keeps its backslash (`\d` of a pattern), but before a quote. */
function readEscape(cursor: StringCursor): string {
  const { text, at } = cursor
  const char = text[at + 1]
  const simple = simpleEscapes.get(char ?? '')
  if (simple !== undefined) {
    cursor.at = at + 2
    return simple
  }
  if (char === 'u') return readUnicodeEscape(cursor)
  cursor.repaired = true
  cursor.at = Math.min(at + 2, text.length)
  if (char === undefined) return ''
  return stringQuotes.has(char) ? char : `\\${char}`
}

function readUnicodeEscape(cursor: StringCursor): string {
  const digits = /^[\da-f]{0,4}/i.exec(cursor.text.slice(cursor.at + 2, cursor.at + 6))?.[0] ?? ''
  cursor.at += 2 + digits.length
  if (digits.length === 4) return String.fromCharCode(Number.parseInt(digits, 16))
  cursor.repaired = true
  return cursor.at >= cursor.text.length ? '' : `\\u${digits}`
}
