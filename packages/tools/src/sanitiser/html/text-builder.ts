/** Puts the text of a page together: spaces and empty lines are written when something follows them. */
export class TextBuilder {
  readonly #pieces: string[] = []
  #length = 0
  /** How many line breaks the text ends with. */
  #breaks = 0
  #endsWithSpace = false
  /** What was put off until something follows. */
  #lines = 0
  #space = false
  /** What each line begins with: the depth of lists, the marks of a quotation; and what it was before. */
  #margin = ''
  readonly #margins: string[] = []
  /** What the next line begins with instead, once: the mark of an item or a heading. */
  #mark = ''

  /** How long the text is so far. */
  get length(): number {
    return this.#length
  }

  toString(): string {
    return this.#pieces.join('')
  }

  /** Text in which any stretch of white space is one space. */
  flow(text: string): void {
    const words = text.replace(/[ \t\r\n\f]+/g, ' ')
    this.#space ||= words.startsWith(' ')
    const inner = words.trim()
    if (inner === '') return
    this.#begin()
    this.#put(inner)
    this.#space = words.endsWith(' ')
  }

  /** Text as it is. */
  verbatim(text: string): void {
    if (text === '') return
    this.#lines = Math.max(0, this.#lines - leadingBreaks(text))
    this.#begin()
    this.#put(this.#margin === '' ? text : text.replaceAll('\n', `\n${this.#margin}`))
  }

  /** Something short that belongs to the text around it, such as a mark of code. */
  sign(text: string): void {
    this.#begin()
    this.#put(text)
  }

  /** The same, with no space before it. */
  join(text: string): void {
    this.#space = false
    this.sign(text)
  }

  /** What follows begins a new line; with two, after an empty one. */
  lines(count: number): void {
    this.#lines = Math.max(this.#lines, count)
    this.#space = false
  }

  /** One more line, however many there are. */
  line(): void {
    this.#lines += 1
    this.#space = false
  }

  /** Lines from here on begin with one more margin, the first of them with a mark. */
  enter(margin: string, mark: string): void {
    this.#mark = this.#margin + mark
    this.#margins.push(this.#margin)
    if (this.#margin.length < widestMargin) this.#margin += margin
  }

  leave(): void {
    this.#margin = this.#margins.pop() ?? ''
    this.#mark = ''
  }

  /** Writes what was put off. */
  #begin(): void {
    const missing = this.#length === 0 ? 0 : this.#lines - this.#breaks
    if (missing > 0) this.#put('\n'.repeat(missing))
    const isLineStart = this.#length === 0 || this.#breaks > 0
    if (isLineStart) this.#put(this.#mark === '' ? this.#margin : this.#mark)
    else if (this.#space && !this.#endsWithSpace) this.#put(' ')
    if (isLineStart) this.#mark = ''
    this.#lines = 0
    this.#space = false
  }

  #put(text: string): void {
    if (text === '') return
    this.#pieces.push(text)
    this.#length += text.length
    this.#endsWithSpace = text.endsWith(' ')
    const ending = trailingBreaks(text)
    this.#breaks = ending === text.length ? this.#breaks + ending : ending
  }
}

/** Deeper lists are not shown deeper: a page could nest them without end. */
const widestMargin = 24

function leadingBreaks(text: string): number {
  let count = 0
  while (text.charCodeAt(count) === 0x0a) count += 1
  return count
}

function trailingBreaks(text: string): number {
  let at = text.length
  while (text.charCodeAt(at - 1) === 0x0a) at -= 1
  return text.length - at
}
