/** A text on one line: white space is collapsed, and a heading ends like a sentence, for its line is gone. */

import type { Span } from '@gyre/core/text'
import { headingOf, underlineLevel } from '@gyre/core/text'

export type SnippetLine = {
  readonly text: string
  /** Where headings stand in it. */
  readonly headings: readonly Span[]
}

export function snippetLine(text: string): SnippetLine {
  const lines = text.split('\n').map(collapsed)
  const headings: Span[] = []
  let line = ''
  for (const [index, each] of lines.entries()) {
    const title = titleAt(lines, index)
    const added = title === undefined ? each : asSentence(title)
    if (added === '' || isUnderline(lines, index)) continue
    const start = line === '' ? 0 : line.length + 1
    line = line === '' ? added : `${line} ${added}`
    if (title !== undefined) headings.push({ start, end: line.length })
  }
  return { text: line, headings }
}

function collapsed(line: string): string {
  return line.replaceAll(/\s+/g, ' ').trim()
}

/** The heading that a line is, if it is one. A single `#` with something right below it is a comment of code. */
function titleAt(lines: readonly string[], index: number): string | undefined {
  const line = lines[index] ?? ''
  if (isUnderline(lines, index + 1)) return line
  const heading = headingOf(line)
  if (!heading || (heading.level === 1 && (lines[index + 1] ?? '') !== '')) return undefined
  return heading.title
}

/** A line of `===` or `---` below words. */
function isUnderline(lines: readonly string[], index: number): boolean {
  return underlineLevel(lines[index] ?? '') !== undefined && /^[\p{L}\p{N}]/u.test(lines[index - 1] ?? '')
}

function asSentence(title: string): string {
  return title === '' || /[.?!:;…]$/.test(title) ? title : `${title}.`
}
