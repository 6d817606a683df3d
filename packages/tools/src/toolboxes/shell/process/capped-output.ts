/** What a program writes: its beginning and its end are kept, what is between is counted. */
import { stripVTControlCharacters } from 'node:util'

export class CappedOutput {
  readonly #half: number
  #head = Buffer.alloc(0)
  #tail = Buffer.alloc(0)
  /** All that was written. */
  bytes = 0

  constructor(most: number) {
    this.#half = Math.ceil(most / 2)
  }

  add(chunk: Buffer): void {
    this.bytes += chunk.length
    const free = this.#half - this.#head.length
    if (free > 0) this.#head = Buffer.concat([this.#head, chunk.subarray(0, free)])
    const rest = chunk.subarray(Math.max(free, 0))
    if (rest.length > 0) this.#tail = Buffer.concat([this.#tail, rest.subarray(-this.#half)]).subarray(-this.#half)
  }

  /** As a model reads it: without the colours and moves of a terminal. */
  get text(): string {
    const left = this.bytes - this.#head.length - this.#tail.length
    if (left === 0) return plain(Buffer.concat([this.#head, this.#tail]))
    // A character that was cut in two is left out.
    const head = plain(this.#head).replace(/\uFFFD$/, '')
    const tail = plain(this.#tail).replace(/^\uFFFD+/, '')
    return `${head}\n[… ${left} of ${this.bytes} bytes are left out …]\n${tail}`
  }
}

function plain(bytes: Buffer): string {
  return stripVTControlCharacters(bytes.toString('utf8'))
}
