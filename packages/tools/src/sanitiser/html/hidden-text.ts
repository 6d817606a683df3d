/** Keeps what a page hides, until it is clear what it says. */
export class HiddenText {
  /** How many pieces there were. */
  count = 0
  /** Where in the text suspicious ones were. */
  readonly marks: number[] = []
  readonly #isSuspicious: (text: string) => boolean
  #pieces: string[] = []
  #at = 0

  constructor(isSuspicious: (text: string) => boolean) {
    this.#isSuspicious = isSuspicious
  }

  /** More of the same piece. */
  add(text: string, at: number): void {
    if (this.#pieces.length === 0) this.#at = at
    this.#pieces.push(text)
  }

  /** The piece is whole. */
  close(): void {
    if (this.#pieces.length === 0) return
    const text = this.#pieces.join('')
    this.#pieces = []
    if (text.trim() === '') return
    this.count += 1
    if (this.#isSuspicious(text)) this.#mark(this.#at)
  }

  /** A piece of its own, such as a comment. */
  whole(text: string, at: number): void {
    this.close()
    this.add(text, at)
    this.close()
  }

  /** What is not hidden by itself, such as the description of a picture: it counts when it is suspicious. */
  check(text: string, at: number): boolean {
    if (text.length < shortest || !this.#isSuspicious(text)) return false
    this.count += 1
    this.#mark(at)
    return true
  }

  #mark(at: number): void {
    if (this.marks.length < mostMarks) this.marks.push(at)
  }
}

/** More of them warn no better. */
const mostMarks = 24

/** Less is no sentence. */
const shortest = 12
