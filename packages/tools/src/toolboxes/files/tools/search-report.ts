/** What a search has found so far, and what it could not look into. */
import { GyreError, type ToolOutput, toolOutput } from '@gyre/core'
import type { FileSpace } from '../access/file-space.ts'
import { errnoOf } from '../access/file-trouble.ts'
import type { Held } from '../access/held.ts'
import { shownPath } from '../access/shown-path.ts'
import type { Branch } from '../access/tree.ts'
import { fileBytes } from '../content/file-bytes.ts'
import type { LineSearch } from '../content/line-search.ts'
import { binaryType } from '../content/media-type.ts'
import { textContent } from '../content/text-content.ts'

/** Of all files together. */
const mostBytes = 500 * 1024 * 1024
const mostNamed = 5

type Reason = 'secret' | 'not text' | 'not readable' | 'read only in part'

export type SearchOptions = {
  readonly space: FileSpace
  readonly search: LineSearch
  /** Lines that are shown. */
  readonly limit: number
  readonly signal: AbortSignal
}

export class SearchReport {
  readonly signal: AbortSignal
  readonly #options: SearchOptions
  readonly #lines: string[] = []
  readonly #skipped = new Map<Reason, string[]>()
  readonly #notes: string[] = []
  #searched = 0
  #bytesLeft = mostBytes

  constructor(options: SearchOptions) {
    this.#options = options
    this.signal = options.signal
  }

  /** One line more than is shown: then it is known that there are more. */
  get isFull(): boolean {
    return this.#lines.length > this.#options.limit || this.#bytesLeft <= 0
  }

  note(text: string): void {
    this.#notes.push(text)
  }

  async lookAt({ folder, name, path }: Branch): Promise<void> {
    try {
      await using held = await folder.look(name)
      if (held) await this.look(held, path)
    } catch (error) {
      // Gone, changed or closed to this user: the other files are searched.
      if (errnoOf(error) === undefined && !isRefusal(error)) throw error
      this.#skip('not readable', path)
    }
  }

  async look(held: Held, path: string): Promise<void> {
    const { space, search, limit, signal } = this.#options
    if (space.isSecret(path)) return this.#skip('secret', path)
    if (held.kind !== 'file') return this.#skip('not readable', path)
    const { bytes, isCut } = await fileBytes(held, { most: space.maxBytes, shown: path, signal })
    this.#bytesLeft -= bytes.length
    if (binaryType(bytes)) return this.#skip('not text', path)
    if (isCut) this.#skip('read only in part', path)
    this.#searched += 1
    const matches = await search.matches(textContent(bytes, { isCut }).text, limit + 1 - this.#lines.length)
    this.#lines.push(...matches.map(({ line, text }) => `${shownPath(path)}:${line}: ${text}`))
  }

  #skip(reason: Reason, path: string): void {
    this.#skipped.set(reason, [...(this.#skipped.get(reason) ?? []), path])
  }

  output(path: string): ToolOutput {
    const { limit } = this.#options
    const shown = this.#lines.slice(0, limit)
    const notes = [
      ...(shown.length === 0 ? [`Nothing found in ${this.#searched} text files.`] : []),
      ...(this.#lines.length > limit ? [`There are more than the ${limit} lines shown: narrow the search.`] : []),
      ...(this.#bytesLeft <= 0 ? [`Not all was looked at: there are more than ${mostBytes} bytes.`] : []),
      ...this.#notes,
      ...[...this.#skipped].map(([reason, paths]) => `Not searched, ${reason}: ${named(paths)}.`),
    ]
    const text = [...shown, ...notes.map((each) => `[${each}]`)].join('\n')
    return toolOutput({ text, untrusted: { from: shownPath(path) || '.' } })
  }
}

function named(paths: readonly string[]): string {
  const more = paths.length - mostNamed
  return `${paths.slice(0, mostNamed).map(shownPath).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

function isRefusal(error: unknown): boolean {
  return error instanceof GyreError && error.code === 'path-refused'
}
