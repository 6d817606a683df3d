/** Which chunks are ranked. */
import type { RankOptions } from '@gyre/core'
import { storedName } from './stored-name.ts'

/** Of the document `d`; what `conditions` gives are the parameters from $2 to $5. */
export const passing = `
  d.owner = $2 AND ($3::text[] IS NULL OR d.source = ANY ($3::text[]))
  AND d.at >= $4::double precision AND d.at < $5::double precision`

export function conditions({ owner, filter = {} }: RankOptions): readonly unknown[] {
  return [
    storedName(owner),
    filter.sources?.map(storedName) ?? null,
    filter.since ?? Number.NEGATIVE_INFINITY,
    filter.until ?? Number.POSITIVE_INFINITY,
  ]
}
