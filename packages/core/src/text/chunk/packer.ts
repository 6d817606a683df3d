/** Puts blocks that belong together into chunks of about the same size. */

import type { Span } from '../span.ts'
import type { Block } from './block.ts'
import { chunkSize } from './chunk-size.ts'
import { piecesOf } from './pieces.ts'
import { repeatedFrom } from './repeated.ts'

export type PackedChunk = Span & { readonly path: readonly string[] }

/** A section that is so much of a chunk gives it its headings. */
const byFar = 0.85

export class Packer {
  readonly #text: string
  #pieces: Block[] = []
  /** Where the part begins that the last chunk does not have. */
  #fresh = 0
  /** Not given out yet: the end may still go into it. */
  #held: PackedChunk | undefined

  constructor(text: string) {
    this.#text = text
  }

  *add(block: Block): Generator<PackedChunk> {
    const isWhole = block.end - block.start <= chunkSize.most
    const room = this.#size < chunkSize.least ? chunkSize.most : chunkSize.target
    if (isWhole && (this.#isBare || this.#sizeWith(block) <= room)) {
      this.#push(block)
    } else if (isWhole && (this.#size >= chunkSize.least || block.kind !== 'prose')) {
      yield* this.#close(block)
      this.#push(block)
    } else {
      yield* this.#addPieces(block)
    }
  }

  *end(): Generator<PackedChunk> {
    const last = this.#chunk(this.#pieces)
    if (last && this.#held && this.#goesBefore(last, this.#held)) {
      yield { ...this.#held, end: last.end }
    } else {
      if (this.#held) yield this.#held
      if (last) yield last
    }
    this.#held = undefined
    this.#pieces = []
  }

  *#addPieces(block: Block): Generator<PackedChunk> {
    for (const piece of piecesOf(this.#text, block, chunkSize.most)) {
      if (!this.#isBare && this.#sizeWith(piece) > chunkSize.target) yield* this.#close(piece)
      this.#push(piece)
    }
  }

  /** Headings alone are no chunk. */
  get #isBare(): boolean {
    return this.#pieces.every(({ kind }) => kind === 'heading')
  }

  get #size(): number {
    const [first] = this.#pieces
    return first ? (this.#pieces.at(-1)?.end ?? 0) - first.start : 0
  }

  #sizeWith({ start, end }: Block): number {
    return end - (this.#pieces[0]?.start ?? start)
  }

  #push(piece: Block): void {
    if (this.#pieces.length === 0) this.#fresh = piece.start
    this.#pieces.push(piece)
  }

  *#close(next: Block): Generator<PackedChunk> {
    // Headings at the end are those of what comes next.
    const last = this.#pieces.findLastIndex(({ kind }) => kind !== 'heading')
    const done = this.#pieces.slice(0, last + 1)
    this.#pieces = this.#pieces.slice(last + 1)
    const chunk = this.#chunk(done)
    if (this.#held) yield this.#held
    this.#held = chunk
    this.#fresh = this.#pieces[0]?.start ?? next.start
    if (this.#pieces.length === 0) this.#pieces.push(...this.#repeatedOf(done, next))
  }

  /** The last sentences or items, as one piece. A heading comes between two sections, so they are of the one that goes on. */
  #repeatedOf(done: readonly Block[], next: Block): readonly Block[] {
    const last = done.at(-1)
    if (last === undefined) return []
    const start = repeatedFrom(this.#text, done)
    if (start === undefined || next.end - start > chunkSize.most) return []
    return [{ ...last, start, kind: 'prose' }]
  }

  #goesBefore(last: PackedChunk, held: PackedChunk): boolean {
    const isSmall = last.end - this.#fresh < chunkSize.rest && last.end - held.start <= chunkSize.most
    return isSmall && last.path.length === held.path.length && last.path.every((title, at) => held.path[at] === title)
  }

  #chunk(pieces: readonly Block[]): PackedChunk | undefined {
    const [first] = pieces
    if (first === undefined) return undefined
    const body = pieces.filter(({ kind }) => kind !== 'heading')
    const path = pathOf(body.length > 0 ? body : pieces)
    return { start: first.start, end: pieces.at(-1)?.end ?? first.end, path }
  }
}

/** What they share; that of the one section which makes up nearly all of it. */
function pathOf(pieces: readonly Block[]): readonly string[] {
  const sizes = new Map<readonly string[], number>()
  for (const { path, start, end } of pieces) sizes.set(path, (sizes.get(path) ?? 0) + end - start)
  const sum = sizes.values().reduce((all, size) => all + size, 0)
  const longest = [...sizes].find(([, size]) => size >= sum * byFar)
  return longest ? longest[0] : commonPath([...sizes.keys()])
}

function commonPath(paths: readonly (readonly string[])[]): readonly string[] {
  const [first = [], ...others] = paths
  const length = others.reduce((shared, path) => {
    const differs = first.findIndex((title, at) => at >= shared || path[at] !== title)
    return differs < 0 ? shared : Math.min(shared, differs)
  }, first.length)
  return first.slice(0, length)
}
