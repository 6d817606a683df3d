/** The exact scan over vectors, a page at a time. */
import { setImmediate } from 'node:timers/promises'
import { cosine } from '../cosine.ts'
import { Ranking, type Scored } from '../ranking.ts'
import { vectorOf } from '../vector-bytes.ts'
import type { GroupCommit } from './group-commit.ts'

/** Vectors of one look: some milliseconds, then others have their turn. */
export const scanSize = 1000

type Row = { readonly place: number; readonly id: string; readonly vector: Uint8Array }

export type ScanOptions = {
  readonly limit: number | undefined
  /** The next rows after a place, at most `scanSize`. */
  page(after: number): Iterable<unknown>
}

export class VectorScan {
  readonly #vector: Float32Array
  readonly #page: ScanOptions['page']
  readonly #ranking: Ranking
  #place = 0

  constructor(vector: Float32Array, { limit, page }: ScanOptions) {
    this.#vector = vector
    this.#page = page
    this.#ranking = new Ranking(limit)
  }

  /** Looks at one page. False when it was the last. */
  next(): boolean {
    let rows = 0
    for (const row of this.#page(this.#place) as Iterable<Row>) {
      const own = vectorOf(row.vector)
      if (own.length === this.#vector.length) this.#ranking.add(row.id, cosine(this.#vector, own))
      this.#place = row.place
      rows++
    }
    return rows === scanSize
  }

  best(): readonly Scored[] {
    return this.#ranking.best()
  }
}

/** All of a scan, with turns for others. */
export async function inTurns(scan: VectorScan, commits: GroupCommit): Promise<readonly Scored[]> {
  while (await commits.read(() => scan.next())) await setImmediate()
  return scan.best()
}
