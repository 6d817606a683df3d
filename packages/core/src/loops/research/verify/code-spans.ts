/** Where a Markdown text is code: closed fences, and what stands between backticks on one line. */

export type Span = { readonly start: number; readonly end: number }

/** Longer texts between two backticks are no code, but two stray backticks. */
const inlineCode = /`[^`\n]{1,300}`/g
/** Models put a citation between backticks, as their instructions show it. */
const citationAlone = /^`\s*(?:[[(【][^`]*[\])】]\s*)+`$/
/** A fence that holds Markdown holds the writer's own sentences. */
const holdsText = /^\s*(?:markdown|md)\s*$/i

/** In the order of the text. */
export function codeSpansIn(text: string): readonly Span[] {
  const fences = fencesIn(text)
  const inline = [...text.matchAll(inlineCode)]
    .filter(({ 0: found }) => !citationAlone.test(found))
    .map(({ 0: found, index }) => ({ start: index, end: index + found.length }))
  return withoutOverlaps([...fences, ...inline].sort((a, b) => a.start - b.start))
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

/** A fence that is never closed hides nothing: a writer must not escape the checks by one line. */
export function fencesIn(text: string): readonly Span[] {
  const lines = linesOf(text)
  const fences: Span[] = []
  const neverClosed = new Set<string>()
  for (let at = 0; at < lines.length; at++) {
    const { start = 0, content = '' } = lines[at] ?? {}
    const [, sign = '', language = ''] = /^ {0,3}(`{3,}|~{3,})([^`]*)$/.exec(content) ?? []
    if (sign === '' || neverClosed.has(sign) || holdsText.test(language)) continue
    const last = closingLine(lines, at, sign)
    if (last === undefined) neverClosed.add(sign)
    else {
      fences.push({ start, end: lines[last]?.end ?? text.length })
      at = last
    }
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
