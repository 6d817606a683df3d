/** The blocks of a Markdown text: paragraphs, list items, rows of tables and headings. Copied code is none. */
import { fencesIn, type Line, linesOf, type Span } from './code-spans.ts'

export type Block = Span & {
  readonly kind: 'prose' | 'item' | 'row' | 'heading'
  /** Whether it stands behind the mark of a quotation. */
  readonly isQuote: boolean
}

const heading = /^\s{0,3}#{1,6}\s+/
/** A line in bold is a heading, if it is no sentence. */
const boldLine = /^\s{0,3}(?:\*\*|__)[^*_]{1,200}(?:\*\*|__):?\s*$/
const item = /^\s*(?:[-*+•]|\(?\p{N}{1,3}[.)]|[a-z][.)])\s+/u
const separator = /^\s*\|?[\s:|-]*-[\s:|-]*$/
const quoteMark = /^[ \t]*>[> \t]*/
const fenceLine = /^ {0,3}(?:`{3,}|~{3,})/

export function blocksOf(text: string, isCopied: (code: string) => boolean): readonly Block[] {
  const lines = withoutCode(text, isCopied)
  const blocks: Block[] = []
  let isOpen = false
  for (const [index, line] of lines.entries()) {
    const last = blocks.at(-1)
    const begun = blockAt(line, lines[index + 1]?.content ?? '')
    const continues = isOpen && begun?.kind === 'prose' && last && (last.isQuote || !begun.isQuote)
    if (continues) blocks[blocks.length - 1] = { ...last, end: line.end }
    else if (begun) blocks.push(begun)
    isOpen = begun?.kind === 'prose' || begun?.kind === 'item'
  }
  return blocks
}

function withoutCode(text: string, isCopied: (code: string) => boolean): readonly Line[] {
  const fences = fencesIn(text, isCopied)
  let next = 0
  return linesOf(text).map((line) => {
    while ((fences[next]?.end ?? Number.POSITIVE_INFINITY) < line.start) next++
    const isCode = line.start >= (fences[next]?.start ?? Number.POSITIVE_INFINITY) || fenceLine.test(line.content)
    return isCode ? { ...line, content: '' } : line
  })
}

/** The block that a line begins, or goes on with when it is prose. Nothing when it has no words. */
function blockAt({ start, end, content }: Line, next: string): Block | undefined {
  if (!/[\p{L}\p{N}]/u.test(content)) return undefined
  const [marked = ''] = heading.exec(content) ?? []
  if (marked !== '') return { start: start + marked.length, end, kind: 'heading', isQuote: false }
  if (boldLine.test(content) && !/[.!]\W*$/.test(content.slice(-8)))
    return { start, end, kind: 'heading', isQuote: false }
  if (/^\s*\|/.test(content)) return rowAt({ start, end, content }, next)
  const [quote = ''] = quoteMark.exec(content) ?? []
  const [bullet = ''] = item.exec(content.slice(quote.length)) ?? []
  const from = start + quote.length + bullet.length
  return { start: from, end, kind: bullet === '' ? 'prose' : 'item', isQuote: quote.includes('>') }
}

/** Without its outer bars. The row above the line of dashes names the columns. */
function rowAt({ start, content }: Line, next: string): Block {
  const first = content.indexOf('|') + 1
  const trimmed = content.trimEnd()
  const last = trimmed.endsWith('|') && trimmed.length > first ? trimmed.length - 1 : trimmed.length
  const isHead = next.includes('|') && separator.test(next)
  return { start: start + first, end: start + last, kind: isHead ? 'heading' : 'row', isQuote: false }
}
