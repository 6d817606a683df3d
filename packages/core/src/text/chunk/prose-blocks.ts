/** The blocks of Markdown and plain text: headings, paragraphs, items of lists, tables, blocks of code. */
import { type Block, longestBlock } from './block.ts'
import { closesFence, columnsOf, fenceOf } from './fence.ts'
import { HeadingPath, headingOf, longestHeading, plainTitle, underlineLevel } from './heading.ts'
import { type Line, linesOf } from './lines.ts'

type OpenBlock = { kind: Block['kind']; readonly start: number; end: number; lines: number; readonly indent: number }

/** A fence may stand so far in, seen from the text it belongs to. */
const fenceIndent = 3

/** The blocks of a text, in order. */
export function* proseBlocks(text: string, options: { readonly isMarkdown: boolean }): Generator<Block> {
  const reader = new ProseReader(text, options.isMarkdown)
  for (const line of linesOf(text)) yield* reader.take(line)
  yield* reader.flush()
}

class ProseReader {
  readonly #text: string
  readonly #isMarkdown: boolean
  readonly #path = new HeadingPath()
  #open: OpenBlock | undefined
  #fence: string | undefined
  /** The column in which the text of the last item begins; 0 when no list is open. */
  #itemText = 0

  constructor(text: string, isMarkdown: boolean) {
    this.#text = text
    this.#isMarkdown = isMarkdown
  }

  *take(line: Line): Generator<Block> {
    if (this.#open && line.end - this.#open.start > longestBlock) yield* this.flush()
    const words = this.#text.slice(line.start, line.end)
    if (this.#fence !== undefined) yield* this.#inFence(line, words)
    else if (words.trim() === '') yield* this.flush()
    else if (line.isRest) this.#extend(line)
    else yield* this.#begin(line, words)
  }

  *flush(): Generator<Block> {
    if (this.#open) yield this.#blockOf(this.#open)
    this.#open = undefined
  }

  *#inFence(line: Line, words: string): Generator<Block> {
    // Blank lines belong to the code, but are no block of their own.
    if (this.#open || words.trim() !== '') this.#extend(line, 'lines')
    if (this.#open && words.trim() !== '' && closesFence(words, this.#fence ?? '', this.#itemText + fenceIndent)) {
      this.#fence = undefined
      yield* this.flush()
    }
  }

  *#begin(line: Line, words: string): Generator<Block> {
    if (this.#isMarkdown) {
      const heading = headingOf(words)
      if (heading) {
        yield* this.flush()
        this.#itemText = 0
        this.#path.enter(heading)
        yield this.#blockOf({ ...line, kind: 'heading' })
        return
      }
      this.#noteList(words)
      this.#fence = fenceOf(words, this.#itemText + fenceIndent)
      if (this.#fence !== undefined) {
        yield* this.flush()
        this.#extend(line, 'lines')
        return
      }
    }
    const level = this.#open?.lines === 1 && this.#open.kind === 'prose' ? underlineLevel(words) : undefined
    if (level !== undefined && this.#isShort(line)) yield* this.#underlined(line, level)
    else yield* this.#paragraph(line, words)
  }

  /** What is less far in than the text of an item ends its list, when it is no item itself. */
  #noteList(words: string): void {
    const [whole = '', marked] = /^[ \t]*((?:[-*+•]|\d{1,9}[.)])[ \t]+(?=\S))?/.exec(words.slice(0, 200)) ?? []
    if (marked !== undefined) this.#itemText = columnsOf(whole)
    else if (columnsOf(whole) < this.#itemText) this.#itemText = 0
  }

  #isShort(line: Line): boolean {
    return line.end - (this.#open?.start ?? 0) <= longestHeading
  }

  *#underlined(line: Line, level: number): Generator<Block> {
    const { start, end } = this.#open ?? line
    this.#open = undefined
    this.#path.enter({ level, title: plainTitle(this.#text.slice(start, end)) })
    yield this.#blockOf({ start, end: line.end, kind: 'heading' })
  }

  *#paragraph(line: Line, words: string): Generator<Block> {
    const indent = itemIndent(words)
    const isOwnItem = indent !== undefined && !(this.#open?.kind === 'item' && indent > this.#open.indent + 1)
    if (isOwnItem) {
      yield* this.flush()
      this.#open = { kind: 'item', start: line.start, end: line.end, lines: 1, indent }
      return
    }
    this.#extend(line)
    if (this.#open?.lines === 2 && this.#open.kind === 'prose' && isTableRule(words)) this.#open.kind = 'lines'
  }

  #extend(line: Line, kind: Block['kind'] = 'prose'): void {
    this.#open ??= { kind, start: line.start, end: line.end, lines: 0, indent: 0 }
    this.#open.end = line.end
    this.#open.lines += 1
  }

  #blockOf({ start, end, kind }: Pick<Block, 'start' | 'end' | 'kind'>): Block {
    return { start, end, kind, path: this.#path.titles, level: this.#path.level }
  }
}

/** How far in a line begins an item of a list; undefined when it begins none. */
function itemIndent(words: string): number | undefined {
  const [, indent] = /^([ \t]*)(?:[-*+•]|\d{1,9}[.)])[ \t]+\S/.exec(words.slice(0, 200)) ?? []
  return indent?.length
}

/** The line between the head of a table and its rows. */
function isTableRule(words: string): boolean {
  return words.includes('|') && words.includes('-') && /^[\s|:-]+$/.test(words)
}
