/** Where a Markdown text is code: what stands between backticks on one line, and fences that a passage has. */
import { bracketsIn } from './citation-form.ts'

export type Span = { readonly start: number; readonly end: number }

/** Longer texts between two backticks are no code, but two stray backticks, or sentences that would not be checked. */
const inlineCode = /`[^`\n]{1,60}`/g
const isReply = /^(\s*?)( {0,3}(`{3,}|~{3,})[^\n`]*\n)([\s\S]*)(\n {0,3}(`{3,}|~{3,}))\s*$/

/** In the order of the text. Code is not checked, so it is little, or copied from a passage. */
export function codeSpansIn(text: string, isCopied: (code: string) => boolean): readonly Span[] {
  const inline = [...text.matchAll(inlineCode)]
    .filter(({ 0: found }) => !holdsCitation(found) || isCopied(found.slice(1, -1)))
    .map(({ 0: found, index }) => ({ start: index, end: index + found.length }))
  const fences = fencesIn(text, isCopied)
  return withoutOverlaps([...fences, ...inline].sort((a, b) => a.start - b.start))
}

/** Models put citations between backticks, as their instructions show them. */
function holdsCitation(code: string): boolean {
  return (
    /:\/\/|\]\(/.test(code) || bracketsIn(code).some(({ kind, inside }) => kind !== 'short' || /\p{N}/u.test(inside))
  )
}

/** The first and the last line of a text that is one fence: a reply is the text inside it. */
export function outerFence(text: string): readonly Span[] {
  const [, before = '', opening = '', opened = '', inside = '', closing = '', closed = ''] = isReply.exec(text) ?? []
  const isOne = opened !== '' && closed.startsWith(opened) && closingLine(linesOf(inside), -1, opened) === undefined
  const [start, end] = [before.length, before.length + opening.length]
  return isOne
    ? [
        { start, end },
        { start: end + inside.length, end: end + inside.length + closing.length },
      ]
    : []
}

/** Of spans in order: each that begins behind the one before it. */
export function withoutOverlaps<T extends Span>(spans: readonly T[]): readonly T[] {
  let end = 0
  return spans.filter((span) => {
    if (span.start < end) return false
    end = span.end
    return true
  })
}

/** Fences whose lines a passage has. What a writer puts into others is checked like all it writes. */
export function fencesIn(text: string, isCopied: (code: string) => boolean): readonly Span[] {
  return closedFences(text)
    .filter(({ inside }) => isCopied(text.slice(inside.start, inside.end)))
    .map(({ start, end }) => ({ start, end }))
}

function closedFences(text: string): readonly (Span & { readonly inside: Span })[] {
  const lines = linesOf(text)
  const fences: (Span & { readonly inside: Span })[] = []
  const neverClosed = new Set<string>()
  for (let at = 0; at < lines.length; at++) {
    const { start = 0, end: opened = 0, content = '' } = lines[at] ?? {}
    const [, sign = ''] = /^ {0,3}(`{3,}|~{3,})[^`]*$/.exec(content) ?? []
    if (sign === '' || neverClosed.has(sign)) continue
    const last = closingLine(lines, at, sign)
    const closing = lines[last ?? lines.length]
    if (closing) fences.push({ start, end: closing.end, inside: { start: opened, end: closing.start } })
    else neverClosed.add(sign)
    at = last ?? at
  }
  return fences
}

function closingLine(lines: readonly Line[], opened: number, sign: string): number | undefined {
  for (let at = opened + 1; at < lines.length; at++) {
    const shown = lines[at]?.content.trim() ?? ''
    if (shown.startsWith(sign) && new Set(shown).size === 1) return at
  }
  return undefined
}

export type Line = Span & { readonly content: string }

/** The end of a line is before its line break. */
export function linesOf(text: string): readonly Line[] {
  let start = 0
  return text.split('\n').map((content) => {
    const line = { start, end: start + content.length, content }
    start = line.end + 1
    return line
  })
}
