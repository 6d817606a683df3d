/** Where a reply quotes: lines that begin with `>`, and fenced blocks. What stands there is no word of a protocol. */

export type Span = { readonly start: number; readonly end: number }

/** Asked for ascending places, so that it costs one pass. */
export type Quotations = {
  /** The quotation that a place lies in. */
  at(place: number): Span | undefined
  /** Whether that is a line with `>`, or a fence that the reply goes on behind: a call may well stand in its last one. */
  isPassing(place: number): boolean
}

const none: Quotations = { at: () => undefined, isPassing: () => false }

/**
 * The quotations of a text. A text that is one fence has none: take that off first. Neither is a fence one that ends a
 * reply and follows a thought alone, for some models put their call or answer there; unless a colon introduces it.
 */
export function quotationsIn(text: string): Quotations {
  if (!/^[ \t]{0,8}>|```|~~~/m.test(text)) return none
  const spans = spansOf(text)
  const textEnd = text.trimEnd().length
  let next = 0
  return {
    at(place) {
      while ((spans[next]?.end ?? Number.POSITIVE_INFINITY) < place) next++
      const span = spans[next]
      return span && span.start <= place ? span : undefined
    },
    isPassing(place) {
      const span = this.at(place)
      return span !== undefined && (span.end < textEnd || !isFence(text, span))
    },
  }
}

/** The lines that are not quoted. */
export function unquoted(text: string): string {
  const quotations = quotationsIn(text)
  const kept = [...linesOf(text)].filter(({ end }) => !quotations.at(end))
  return kept.map(({ start, end }) => text.slice(start, end)).join('\n')
}

/** The text with what a pattern finds moved to lines of their own; what is quoted stays as it is. */
export function onLines(text: string, pattern: RegExp): string {
  const quotations = quotationsIn(text)
  return text.replace(pattern, (found, ...rest) => {
    const place = rest.find((value) => typeof value === 'number') ?? 0
    return quotations.at(place) ? found : `\n${found}`
  })
}

/** An opening fence stands alone on its line, or behind a label as in `Action Input: ```json`. */
const opening = /^(?<before>[ \t]{0,8}|[^\n`~]{1,80}[:：][*_ \t]{0,8})(?<sign>`{3,}|~{3,})[^`]*$/

function spansOf(text: string): readonly Span[] {
  const lines = [...linesOf(text)]
  const spans: Span[] = []
  const neverClosed = new Set<string>()
  for (let at = 0; at < lines.length; at++) {
    const found = quotationAt({ text, lines, neverClosed }, at)
    if (!found) continue
    spans.push(found.span)
    at = found.last
  }
  const final = spans.at(-1)
  return final && isOwn(text, final) ? spans.slice(0, -1) : spans
}

type Lines = {
  readonly text: string
  readonly lines: readonly Span[]
  /** Fences that did not close: below they do not either. */
  readonly neverClosed: Set<string>
}

function quotationAt({ text, lines, neverClosed }: Lines, at: number): { span: Span; last: number } | undefined {
  const { start, end } = lines[at] ?? { start: 0, end: 0 }
  const { quote, before = '', sign = '' } = beginOf(text.slice(start, Math.min(end, start + 200)))
  if (quote) return { span: { start, end }, last: at }
  if (sign === '') return undefined
  const last = neverClosed.has(sign) ? undefined : closingLine(text, lines, at, sign)
  if (last !== undefined) return { span: { start: start + before.length, end: lines[last]?.end ?? end }, last }
  neverClosed.add(sign)
  // Behind a label a fence that never closes may be nothing but a word.
  return before.trim() === '' ? { span: { start, end: text.length }, last: lines.length } : undefined
}

type Begin = { readonly quote?: boolean; readonly before?: string; readonly sign?: string }

function beginOf(line: string): Begin {
  return /^[ \t]{0,8}>/.test(line) ? { quote: true } : (opening.exec(line)?.groups ?? {})
}

/** The line that closes a fence. A fence line with a language opens an inner one. */
function closingLine(text: string, lines: readonly Span[], opened: number, sign: string): number | undefined {
  let depth = 1
  for (let at = opened + 1; at < lines.length; at++) {
    const { start, end } = lines[at] ?? { start: 0, end: 0 }
    const line = text.slice(start, Math.min(end, start + 80)).trim()
    if (line.startsWith(sign)) depth += /^[`~]+$/.test(line) ? -1 : 1
    if (depth === 0) return at
  }
  return undefined
}

function isFence(text: string, { start }: Span): boolean {
  return /^\s{0,8}[`~]/.test(text.slice(start, start + 9))
}

function* linesOf(text: string): Generator<Span> {
  for (let start = 0; start <= text.length; ) {
    const lineBreak = text.indexOf('\n', start)
    const end = lineBreak < 0 ? text.length : lineBreak
    yield { start, end }
    start = end + 1
  }
}

const thought = /^[\s#*_]{0,12}thoughts?[*_]{0,3}[ \t]{0,3}[:：]/i

/** A fence that ends the reply and holds what comes after a thought. */
function isOwn(text: string, { start, end }: Span): boolean {
  if (!isFence(text, { start, end }) || text.slice(end).trim() !== '') return false
  const before = text.slice(0, start)
  if (!thought.test(before.slice(0, 40))) return false
  return !/[:：][*_]{0,3}\s{0,9}$/.test(before.slice(-20)) && !/^[ \t]*(?:`{3}|~{3})/m.test(before)
}
