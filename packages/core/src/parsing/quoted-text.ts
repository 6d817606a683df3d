/**
 * Where a reply quotes: lines that begin with `>`, and closed fences. What stands there is no word of a protocol, but
 * in the fences that end a reply: some models put their call or answer there.
 */

export type Span = { readonly start: number; readonly end: number }

/** A fence with nothing but fences behind it is `last`: it holds the model's own words. */
export type Quotation = Span & { readonly kind: 'line' | 'fence' | 'last' }

/** Asked for ascending places, so that it costs one pass. */
export type Quotations = {
  at(place: number): Quotation | undefined
  /** Whether a place lies in a quotation that is not the model's own. */
  hides(place: number): boolean
}

const none: Quotations = { at: () => undefined, hides: () => false }

export function quotationsIn(text: string): Quotations {
  if (!/^[ \t]{0,8}>|```|~~~/m.test(text)) return none
  const spans = keptSpans(text)
  let next = 0
  return {
    at(place) {
      while ((spans[next]?.end ?? Number.POSITIVE_INFINITY) < place) next++
      const span = spans[next]
      return span && span.start <= place ? span : undefined
    },
    hides(place) {
      const kind = this.at(place)?.kind
      return kind === 'line' || kind === 'fence'
    },
  }
}

/** The lines that are not quoted. */
export function unquoted(text: string): string {
  const quotations = quotationsIn(text)
  const kept = [...linesOf(text)].filter(({ end }) => !quotations.hides(end))
  return kept.map(({ start, end }) => text.slice(start, end)).join('\n')
}

/** The text with what a pattern finds moved to lines of their own; what is quoted stays as it is. */
export function onLines(text: string, pattern: RegExp): string {
  const quotations = quotationsIn(text)
  return text.replace(pattern, (found, ...rest) => {
    const place = rest.find((value) => typeof value === 'number') ?? 0
    return quotations.hides(place) ? found : `\n${found}`
  })
}

/** Of the text asked about last: a dozen readers ask about the same reply, one after the other. */
let latest: { readonly text: string; readonly spans: readonly Quotation[] } = { text: '', spans: [] }

function keptSpans(text: string): readonly Quotation[] {
  if (latest.text !== text) latest = { text, spans: spansOf(text) }
  return latest.spans
}

function spansOf(text: string): readonly Quotation[] {
  const lines = [...linesOf(text)]
  const spans: Quotation[] = []
  const neverClosed = new Set<string>()
  for (let at = 0; at < lines.length; at++) {
    const found = quotationAt({ text, lines, neverClosed }, at)
    if (!found) continue
    spans.push(found.span)
    at = found.last
  }
  return withLast(text, spans)
}

/** The fences at the end, with nothing but blanks between them. */
function withLast(text: string, spans: readonly Quotation[]): readonly Quotation[] {
  let first = spans.length
  let from = text.length
  for (let span = spans[first - 1]; span?.kind === 'fence' && isBlank(text, span.end, from); span = spans[first - 1]) {
    from = span.start
    first--
  }
  return spans.map((span, at) => (at < first ? span : { ...span, kind: 'last' }))
}

function isBlank(text: string, from: number, to: number): boolean {
  return text.slice(from, to).trim() === ''
}

type Lines = {
  readonly text: string
  readonly lines: readonly Span[]
  /** Fences that did not close: below they do not either. */
  readonly neverClosed: Set<string>
}

type Found = { readonly span: Quotation; readonly last: number }

function quotationAt({ text, lines, neverClosed }: Lines, at: number): Found | undefined {
  const { start, end } = lines[at] ?? { start: 0, end: 0 }
  const line = text.slice(start, end)
  if (/^[ \t]{0,8}>/.test(line)) return { span: { start, end, kind: 'line' }, last: at }
  const { before, sign } = openingIn(line)
  if (sign === '' || neverClosed.has(sign)) return undefined
  const last = closingLine(text, lines, at, sign)
  if (last === undefined) neverClosed.add(sign)
  return last === undefined
    ? undefined
    : { span: { start: start + before, end: lines[last]?.end ?? end, kind: 'fence' }, last }
}

/** A fence opens at the end of a line: alone, behind the bullet of a list, a label or a sentence. */
function openingIn(line: string): { readonly before: number; readonly sign: string } {
  const before = line.search(/`{3}|~{3}/)
  const opening = before < 0 || line.slice(0, before).trim() === '' ? /^[`~]+(?=[^`]*$)/ : /^[`~]+(?=[^\s`~]{0,40}\s*$)/
  return { before, sign: before < 0 ? '' : (opening.exec(line.slice(before))?.[0] ?? '') }
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

function* linesOf(text: string): Generator<Span> {
  for (let start = 0; start <= text.length; ) {
    const lineBreak = text.indexOf('\n', start)
    const end = lineBreak < 0 ? text.length : lineBreak
    yield { start, end }
    start = end + 1
  }
}
