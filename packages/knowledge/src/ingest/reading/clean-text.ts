/** Makes texts of all origins alike, before offsets point into them. */
import { Turns } from '../../turns.ts'

export type CleanOptions = {
  /** Trailing blanks and heaps of empty lines mean nothing in prose. Code is kept as it is. */
  readonly isProse: boolean
}

/** So much is cleaned at once. */
const longestPart = 64 * 1024
const mostEmptyLines = 2

/** Line ends are `\n`, controls but `\n` and `\t` are gone and codes for terminals with them, letters are composed (NFC), half characters replaced. */
export async function cleanText(text: string, { isProse }: CleanOptions): Promise<string> {
  const turns = new Turns()
  const lines = new CleanLines(isProse)
  for (const part of partsOf(text)) {
    lines.add(part)
    if (turns.isOver) await turns.give()
  }
  return lines.text()
}

/** Whole lines, as many as are cleaned at once; a line that is longer comes in several parts. */
function* partsOf(text: string): Generator<string> {
  let from = text.startsWith('\uFEFF') ? 1 : 0
  while (text.length - from > longestPart) {
    const lineEnd = text.slice(from, from + longestPart).lastIndexOf('\n')
    const next = lineEnd < 0 ? cutBetween(text, from + longestPart) : from + lineEnd + 1
    yield text.slice(from, next)
    from = next
  }
  yield text.slice(from)
}

class CleanLines {
  readonly #isProse: boolean
  readonly #parts: string[] = []
  #line = ''
  #empty = 0

  constructor(isProse: boolean) {
    this.#isProse = isProse
  }

  add(part: string): void {
    const [first = '', ...lines] = cleanPart(part).split('\n')
    this.#line += first
    for (const line of lines) {
      this.#endLine()
      this.#line = line
    }
  }

  text(): string {
    this.#endLine()
    return this.#parts.join('\n')
  }

  #endLine(): void {
    const line = this.#isProse ? this.#line.trimEnd() : this.#line
    this.#line = ''
    if (line.trim() === '') {
      this.#empty += 1
      return
    }
    // Empty lines at the beginning and the end are never added.
    const kept = this.#isProse ? Math.min(this.#empty, mostEmptyLines) : this.#empty
    if (this.#parts.length > 0) for (let count = 0; count < kept; count++) this.#parts.push('')
    this.#empty = 0
    this.#parts.push(line)
  }
}

/** What tells a terminal about colours, titles and links. */
const terminalCodes =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they begin and end with one.
  /(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b\n]*(?:\x07|\x1b\\)|\x1b[ -/]+[0-~]/g

function cleanPart(part: string): string {
  return (
    part
      .replace(terminalCodes, '')
      .replace(/\r\n?|[\f\v\x85\u2028\u2029]/g, '\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what goes.
      .replace(/[\0-\x08\x0e-\x1f\x7f-\x9f]/g, '')
      .toWellFormed()
      .normalize('NFC')
  )
}

/** Not inside a character, nor between a letter and its accents. */
function cutBetween(text: string, at: number): number {
  const next = text.slice(at, at + 1000).search(/[\0-\u02ff]/)
  if (next >= 0) return at + next
  const whole = text.slice(at, at + 1000).search(/[^\p{M}\u{dc00}-\u{dfff}]/u)
  return at + Math.max(whole, 0)
}
