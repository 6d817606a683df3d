/** The text of Markdown: paragraphs without marks, and rows of tables apart. */

export type PlainText = {
  readonly paragraphs: readonly string[]
  readonly tables: readonly (readonly (readonly string[])[])[]
}

export function plainText(markdown: string): PlainText {
  const reader = new LineReader()
  for (const line of withoutCode(markdown).split(/\r?\n/)) reader.read(line)
  return reader.end()
}

class LineReader {
  readonly #paragraphs: string[] = []
  readonly #tables: string[][][] = []
  #open: string[] = []
  #table: string[][] | undefined

  read(line: string): void {
    const cells = cellsOf(line)
    if (cells) this.#row(cells)
    else this.#line(line)
  }

  end(): PlainText {
    this.#close()
    return { paragraphs: this.#paragraphs, tables: this.#tables }
  }

  #row(cells: readonly string[]): void {
    this.#close()
    if (!this.#table) {
      this.#table = []
      this.#tables.push(this.#table)
    }
    this.#table.push(cells.map(withoutMarks))
  }

  #line(line: string): void {
    this.#table = undefined
    // Headings are known from the chunk, and are no sentences.
    const isEnd = isBorder(line)
    if (isEnd || isItem(line)) this.#close()
    const text = isEnd ? '' : withoutMarks(line.replace(lineStart, ''))
    if (text !== '') this.#open.push(text)
  }

  #close(): void {
    if (this.#open.length > 0) this.#paragraphs.push(this.#open.join(' '))
    this.#open = []
  }
}

const lineStart = /^[\s>]*(?:[-*+]\s+|\d{1,3}[.)]\s+)?(?:\[[ xX]\]\s+)?/

function withoutCode(markdown: string): string {
  return markdown
    .replace(/^---\r?\n[\s\S]{0,4000}?\r?\n---\r?\n/, '')
    .replace(/^[ \t]*(```|~~~)[^\n]*\n(?:[^\n]*\n)*?[ \t]*\1[^\n]*$/gm, '')
    .replace(/<!--(?:(?!<!--)[\s\S]){0,10000}?-->/g, '')
}

function isBorder(line: string): boolean {
  return /^\s*(?:>\s*)*$|^\s{0,3}#{1,6}\s|^\s*(?:[-*_=]\s*){3,}$/.test(line)
}

function isItem(line: string): boolean {
  return /^[\s>]*(?:[-*+]|\d{1,3}[.)])\s/.test(line)
}

function cellsOf(line: string): string[] | undefined {
  const row = line.trim()
  if (!row.startsWith('|') || row.length < 3) return undefined
  return row
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.replaceAll('\\|', '|').trim())
}

function withoutMarks(line: string): string {
  return line
    .replace(/!\[[^[\]]{0,500}\]\([^()]{0,2000}\)/g, ' ')
    .replace(/\[\^[^[\]]{1,60}\]/g, '')
    .replace(/\[([^[\]]{1,500})\](?:\([^()]{0,2000}\)|\[[^[\]]{0,200}\])/g, '$1')
    .replace(/<?https?:\/\/[^\s>)]{1,2000}>?/g, ' ')
    .replace(/<\/?[a-z][^<>\n]{0,300}>/gi, ' ')
    .replace(/`+([^`]{1,500})`+/g, '$1')
    .replace(/(\*\*|__|\*|~~)(?=\S)([^*~]{1,500}?)(?<=\S)\1/g, '$2')
    .replace(/(?<![\p{L}\p{N}])_(?=\S)([^_]{1,500}?)(?<=\S)_(?![\p{L}\p{N}])/gu, '$1')
    .replace(/&nbsp;/g, ' ')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim()
}
