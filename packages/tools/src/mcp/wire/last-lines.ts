/** The last lines that somebody wrote: what a program said before it ended. */
import { StringDecoder } from 'node:string_decoder'

const mostLines = 20
const longestLine = 500

export class LastLines {
  readonly #decoder = new StringDecoder('utf8')
  #lines: string[] = []
  #open = ''

  add(chunk: Buffer | string): void {
    const pieces = (this.#open + (typeof chunk === 'string' ? chunk : this.#decoder.write(chunk))).split('\n')
    this.#open = (pieces.pop() ?? '').slice(0, longestLine)
    this.#lines = [...this.#lines, ...pieces.filter((line) => line.trim() !== '').map(shortened)].slice(-mostLines)
  }

  get all(): readonly string[] {
    return this.#open.trim() === '' ? this.#lines : [...this.#lines, shortened(this.#open)]
  }
}

function shortened(line: string): string {
  const text = line.trimEnd()
  return text.length <= longestLine ? text : `${text.slice(0, longestLine)}…`
}
