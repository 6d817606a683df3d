/** The lines of a stream of bytes, none longer than a cap: who sends more is cut off, not waited for. */
export class CappedLines {
  readonly #cap: number
  #parts: Buffer[] = []
  #size = 0

  constructor(cap: number) {
    this.#cap = cap
  }

  /** The lines that are complete now; undefined once one is longer than the cap. */
  add(chunk: Buffer): readonly string[] | undefined {
    const lines: string[] = []
    let start = 0
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      if (!this.#keep(chunk.subarray(start, end))) return undefined
      lines.push(Buffer.concat(this.#parts).toString('utf8'))
      this.#parts = []
      this.#size = 0
      start = end + 1
    }
    return this.#keep(chunk.subarray(start)) ? lines : undefined
  }

  #keep(part: Buffer): boolean {
    this.#size += part.length
    if (this.#size > this.#cap) return false
    if (part.length > 0) this.#parts.push(part)
    return true
  }
}

const newline = 10
