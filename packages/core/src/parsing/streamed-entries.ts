/** Entries of a list in a JSON object, each as soon as it is complete in a text that is still being written. */
import type { Json } from '../json.ts'

/**
 * Reads on from where it was. Only the object that the text holds first counts, and of it the list of this name:
 * whatever else a reply may turn out to be, it is read again when it is whole.
 */
export class StreamedEntries {
  readonly #list: string
  /** What may still be needed: from the beginning of the string or the entry that is being read. */
  #text = ''
  #at = 0
  #depth = 0
  /** Where the string, and the entry, begin that are being read. */
  #string = -1
  #entry = -1
  #isEscaped = false
  /** The last string at the top of the object: a name, when a colon follows. */
  #name = ''
  #isInList = false
  #isThinking: boolean | undefined
  #isOver = false

  constructor(list: string) {
    this.#list = list
  }

  /** The entries that this piece completes. */
  read(piece: string): readonly Json[] {
    this.#text += piece
    if (this.#isOver || !this.#hasThought()) return []
    const entries: Json[] = []
    for (; this.#at < this.#text.length && !this.#isOver; this.#at++) {
      if (this.#string >= 0) this.#inString(this.#text.charAt(this.#at))
      else this.#outside(this.#text.charAt(this.#at), entries)
    }
    this.#drop()
    return entries
  }

  /** What a model thinks aloud may hold drafts. */
  #hasThought(): boolean {
    const begins = this.#text.trimStart()
    this.#isThinking ??= begins.length < thinking.length ? undefined : begins.startsWith(thinking)
    if (this.#isThinking === undefined) return begins !== '' && !thinking.startsWith(begins)
    if (!this.#isThinking) return true
    const end = this.#text.indexOf(thought)
    if (end < 0) return false
    this.#text = this.#text.slice(end + thought.length)
    this.#isThinking = false
    return true
  }

  #inString(char: string): void {
    if (this.#isEscaped) this.#isEscaped = false
    else if (char === '\\') this.#isEscaped = true
    else if (char === '"') {
      if (this.#depth === 1) this.#name = this.#text.slice(this.#string + 1, this.#at)
      this.#string = -1
    }
  }

  #outside(char: string, entries: Json[]): void {
    if (char === '"' && this.#depth > 0) this.#string = this.#at
    else if (char === '{' || char === '[') this.#open(char)
    else if (char === '}' || char === ']') this.#close(entries)
  }

  #open(char: string): void {
    // Nothing but an object is looked into.
    if (this.#depth === 0 && char === '[') return
    if (this.#depth === 1) this.#isInList = char === '[' && this.#name === this.#list
    if (this.#depth === 2 && this.#isInList && char === '{') this.#entry = this.#at
    this.#depth += 1
  }

  #close(entries: Json[]): void {
    if (this.#depth === 0) return
    this.#depth -= 1
    if (this.#depth === 2 && this.#entry >= 0) this.#take(entries)
    if (this.#depth === 1 && this.#isInList) this.#isOver = true
    if (this.#depth === 0) this.#isOver = true
  }

  #take(entries: Json[]): void {
    try {
      entries.push(JSON.parse(this.#text.slice(this.#entry, this.#at + 1)) as Json)
    } catch {
      // What has to be mended is not acted on before it is.
    }
    this.#entry = -1
  }

  /** Forgets what was read: a reply may be long. */
  #drop(): void {
    const needed = [this.#string, this.#entry].filter((from) => from >= 0)
    const from = Math.min(this.#at, ...needed)
    this.#text = this.#isOver ? '' : this.#text.slice(from)
    this.#at -= from
    if (this.#string >= 0) this.#string -= from
    if (this.#entry >= 0) this.#entry -= from
  }
}

const thinking = '<think>'
const thought = '</think>'
