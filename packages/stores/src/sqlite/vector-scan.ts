/** Vectors as they are stored, and the exact scan over them. */
import { setImmediate } from 'node:timers/promises'
import { cosine } from '../cosine.ts'
import { Ranking, type Scored } from '../ranking.ts'
import type { GroupCommit } from './group-commit.ts'

/** Vectors of one look: some milliseconds, then others have their turn. */
export const scanSize = 1000

type Row = { readonly place: number; readonly id: string; readonly vector: Uint8Array }

/** A copy: what is on its way to disk is not changed by whoever made it. */
export function bytesOf(vector: Float32Array): Uint8Array {
  return new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength).slice()
}

export function vectorOf(bytes: Uint8Array): Float32Array {
  const aligned = bytes.byteOffset % Float32Array.BYTES_PER_ELEMENT === 0 ? bytes : bytes.slice()
  return new Float32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength / Float32Array.BYTES_PER_ELEMENT)
}

export type Scan = {
  readonly commits: GroupCommit
  readonly limit: number | undefined
  /** The next rows after a place, at most `scanSize`. */
  page(after: number): Iterable<unknown>
}

/** The nearest to a vector. */
export async function nearest(vector: Float32Array, { commits, limit, page }: Scan): Promise<readonly Scored[]> {
  const ranking = new Ranking(limit)
  let place = 0
  for (;;) {
    const count = await commits.read(() => {
      let rows = 0
      for (const row of page(place) as Iterable<Row>) {
        const own = vectorOf(row.vector)
        if (own.length === vector.length) ranking.add(row.id, cosine(vector, own))
        place = row.place
        rows++
      }
      return rows
    })
    if (count < scanSize) return ranking.best()
    await setImmediate()
  }
}
