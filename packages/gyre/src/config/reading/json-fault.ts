/** What is wrong with a text that should be JSON, in words of JSON. What is written as values is never told. */

export type JsonFault = { readonly message: string; readonly offset: number }

/** The first fault; undefined for what is JSON. */
export function jsonFault(text: string): JsonFault | undefined {
  return isJson(text) ? undefined : faultIn(text)
}

/** What is right, however large, is known at once: only what is wrong is read by hand. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function faultIn(text: string): JsonFault {
  try {
    new Reader(text).document()
  } catch (error) {
    if (error instanceof Fault) return { message: error.message, offset: error.offset }
  }
  // A text of millions of characters is more than the patterns below can take.
  return { message: 'it is no JSON', offset: 0 }
}

class Fault extends Error {
  readonly offset: number

  constructor(message: string, offset: number) {
    super(message)
    this.offset = offset
  }
}

/** Deeper than people write: the reader itself would run out of stack. */
const deepest = 500

class Reader {
  readonly #text: string
  #at = 0
  #depth = 0

  constructor(text: string) {
    this.#text = text
  }

  document(): void {
    this.#value('a value')
    this.#blanks()
    if (this.#at < this.#text.length) this.#fail('expected nothing after the end of the value')
  }

  #value(expected: string): void {
    this.#blanks()
    const next = this.#text[this.#at]
    if (next === '{') this.#members('}', () => this.#member())
    else if (next === '[') this.#members(']', () => this.#value('a value'))
    else if (next === '"') this.#string()
    else if (!this.#take(/(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y)) {
      this.#fail(this.#wrongValue(expected))
    }
  }

  #members(end: '}' | ']', member: () => void): void {
    const start = this.#at
    this.#at += 1
    if (++this.#depth > deepest) this.#fail(`expected at most ${deepest} levels`)
    this.#blanks()
    while (!this.#takes(end)) {
      member()
      this.#blanks()
      if (this.#takes(',')) this.#refuseEndAfterComma(end)
      else if (this.#text[this.#at] !== end) this.#unended(start, end)
    }
    this.#depth -= 1
  }

  #refuseEndAfterComma(end: string): void {
    const comma = this.#at - 1
    this.#blanks()
    if (this.#text[this.#at] === end) this.#fail(`expected no comma before \`${end}\``, comma)
  }

  #unended(start: number, end: string): never {
    if (this.#at < this.#text.length) this.#fail(`expected \`,\` or \`${end}\``)
    const line = this.#text.slice(0, start).split('\n').length
    return this.#fail(`expected \`${end}\`: the \`${this.#text[start]}\` of line ${line} has no end`)
  }

  #member(): void {
    if (this.#text[this.#at] !== '"') this.#fail(this.#ended() ?? 'expected a key in double quotes')
    this.#string()
    this.#blanks()
    if (!this.#takes(':')) this.#fail('expected `:` after the key')
    this.#value('a value after `:`')
  }

  #string(): void {
    const start = this.#at
    this.#at += 1
    this.#take(/(?:[ !#-[\]-\u{10ffff}]|\\["\\/bfnrt]|\\u[\dA-Fa-f]{4})*/uy)
    if (this.#takes('"')) return
    if (this.#text[this.#at] === '\\')
      this.#fail('expected one of `\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX` after a backslash')
    const isCut = this.#at >= this.#text.length || /[\n\r]/.test(this.#text[this.#at] ?? '')
    if (isCut) this.#fail('expected `"` at the end of the text', start)
    this.#fail('expected no control character in a text: write `\\t` for a tab')
  }

  #wrongValue(expected: string): string {
    const next = this.#text[this.#at] ?? ''
    if (next === "'" || next === '`') return 'expected double quotes around a text'
    if (/[\p{L}_$]/u.test(next)) return `expected ${expected}; a text needs double quotes`
    if (/[-+.\d]/.test(next)) return 'expected a number as JSON writes it, such as -1.5'
    return this.#ended() ?? `expected ${expected}`
  }

  #ended(): string | undefined {
    return this.#at >= this.#text.length ? 'the text ends too early' : undefined
  }

  #blanks(): void {
    this.#take(/[ \t\n\r]*/y)
    if (/\/[/*]/y.test(this.#text.slice(this.#at, this.#at + 2))) this.#fail('expected no comment: JSON has none')
  }

  #takes(character: string): boolean {
    if (this.#text[this.#at] !== character) return false
    this.#at += 1
    return true
  }

  #take(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at
    const length = pattern.exec(this.#text)?.[0].length
    this.#at += length ?? 0
    return length !== undefined
  }

  #fail(message: string, offset = this.#at): never {
    throw new Fault(message, offset)
  }
}
