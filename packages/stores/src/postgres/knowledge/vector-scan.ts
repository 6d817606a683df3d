/** The exact scan over vectors, a page at a time. */
import { setImmediate } from 'node:timers/promises'
import { cosine } from '../../cosine.ts'
import { Ranking, type Scored } from '../../ranking.ts'
import { vectorOf } from '../../vector-bytes.ts'

export type VectorRow = { readonly place: number; readonly id: string; readonly vector: Uint8Array }

/** The next rows after a place, at most so many. */
type Page = (after: number, count: number) => Promise<readonly VectorRow[]>

/** Numbers of one page: some milliseconds, and a megabyte or two. */
const numbersOfPage = 400_000
const mostOfPage = 1000

/** The nearest to a vector. While a page is compared the next is on its way; others have their turn in between. */
export async function scan(vector: Float32Array, limit: number | undefined, page: Page): Promise<readonly Scored[]> {
  const ranking = new Ranking(limit)
  const count = Math.max(1, Math.min(mostOfPage, Math.trunc(numbersOfPage / Math.max(1, vector.length))))
  let rows = await page(0, count)
  while (rows.length > 0) {
    const last = rows.at(-1)?.place ?? 0
    const next = rows.length === count ? page(last, count) : Promise.resolve([])
    // Whoever fails while this page is compared is heard below.
    next.catch(() => {})
    compare(ranking, vector, rows)
    await setImmediate()
    rows = await next
  }
  return ranking.best()
}

function compare(ranking: Ranking, vector: Float32Array, rows: readonly VectorRow[]): void {
  for (const { id, vector: bytes } of rows) {
    const own = vectorOf(bytes)
    if (own.length === vector.length) ranking.add(id, cosine(vector, own))
  }
}
