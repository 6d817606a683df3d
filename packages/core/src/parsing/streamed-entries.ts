/** Entries of a list in a JSON object, each as soon as it is complete in a text that is still being written. */
import type { Json } from '../json.ts'

/**
 * Reads on from where it was, each character once. Only the object that the text holds first counts, and of it the list
 * of this name: whatever else a reply may turn out to be, it is read again when it is whole.
 */
export class StreamedEntries {
  readonly #list: string
  readonly #thoughts = new SkippedThoughts()
  #depth = 0
  #isInString = false
  #isEscaped = false
  /** The last string at the top of the object: a name, when a colon follows. No more of it than can be told apart. */
  #name = ''
  #isInList = false
  /** The pieces of the entry that is being read, and where it goes on in the newest one. */
  #entry: string[] | undefined
  #from = 0
  #isOver = false

  constructor(list: string) {
    this.#list = list
  }

  /** The entries that this piece completes. */
  read(piece: string): readonly Json[] {
    if (this.#isOver) return []
    const text = this.#thoughts.behind(piece)
    const entries: Json[] = []
    this.#from = 0
    for (let at = 0; at < text.length && !this.#isOver; at++) {
      if (this.#isInString) this.#inString(text.charAt(at))
      else this.#outside(text, at, entries)
    }
    this.#entry?.push(text.slice(this.#from))
    return entries
  }

  #inString(char: string): void {
    if (!this.#isEscaped && char === '"') {
      this.#isInString = false
      return
    }
    this.#isEscaped = !this.#isEscaped && char === '\\'
    if (this.#depth === 1 && this.#name.length <= this.#list.length) this.#name += char
  }

  #outside(text: string, at: number, entries: Json[]): void {
    const char = text.charAt(at)
    if (char === '"' && this.#depth > 0) this.#openString()
    else if (char === '{' || char === '[') this.#open(char, at)
    else if (char === '}' || char === ']') this.#close(text, at, entries)
  }

  #openString(): void {
    this.#isInString = true
    if (this.#depth === 1) this.#name = ''
  }

  #open(char: string, at: number): void {
    // Nothing but an object is looked into.
    if (this.#depth === 0 && char === '[') return
    if (this.#depth === 1) this.#isInList = char === '[' && this.#name === this.#list
    if (this.#depth === 2 && this.#isInList && char === '{') {
      this.#entry = []
      this.#from = at
    }
    this.#depth += 1
  }

  #close(text: string, at: number, entries: Json[]): void {
    if (this.#depth === 0) return
    this.#depth -= 1
    if (this.#depth === 2 && this.#entry) entries.push(...read([...this.#entry, text.slice(this.#from, at + 1)]))
    if (this.#depth === 2) this.#entry = undefined
    if (this.#depth === 1 && this.#isInList) this.#isOver = true
    if (this.#depth === 0) this.#isOver = true
  }
}

/** What has to be mended is not acted on before it is. */
function read(pieces: readonly string[]): readonly Json[] {
  try {
    return [JSON.parse(pieces.join('')) as Json]
  } catch {
    return []
  }
}

const thinking = '<think>'
const thought = '</think>'

/** Passes on what stands behind what a model thinks aloud, which may hold drafts. */
class SkippedThoughts {
  #isBeginning = true
  #isThinking = false
  /** What cannot be told yet: the beginning of a mark, perhaps. */
  #held = ''

  behind(piece: string): string {
    const text = this.#held + piece
    this.#held = ''
    if (this.#isBeginning) return this.#begin(text.trimStart())
    return this.#isThinking ? this.#think(text) : text
  }

  #begin(text: string): string {
    if (text.length < thinking.length && thinking.startsWith(text)) {
      this.#held = text
      return ''
    }
    this.#isBeginning = false
    this.#isThinking = text.startsWith(thinking)
    return this.#isThinking ? this.#think(text) : text
  }

  #think(text: string): string {
    const end = text.indexOf(thought)
    this.#isThinking = end < 0
    if (!this.#isThinking) return text.slice(end + thought.length)
    this.#held = text.slice(1 - thought.length)
    return ''
  }
}
