/** Ranking by FTS5, for any text as a query. */
import { queryWords, wordsOf } from '@gyre/core'
import { Ranking, type Scored } from '../ranking.ts'

/** What a text index is given for a text. */
export function indexed(text: string): string {
  return wordsOf(text).join(' ')
}

/** Any of the words. They hold letters and digits only, so that nothing in them is syntax. Undefined when there are none. */
export function matching(query: string): string | undefined {
  const words = queryWords(query)
  return words.length === 0 ? undefined : words.map((word) => `"${word}"`).join(' OR ')
}

/** The first of the rows, which come best first: reading ends where they are no longer needed. */
export function bestOf(rows: Iterable<unknown>, limit = Number.POSITIVE_INFINITY): readonly Scored[] {
  const ranking = new Ranking(limit)
  let last = Number.NEGATIVE_INFINITY
  let count = 0
  if (limit < 1) return []
  for (const { id, rank } of rows as Iterable<{ id: string; rank: number }>) {
    // FTS5 counts downwards. Past the limit only those as good as the last one are of interest: ids decide among them.
    const score = -rank
    if (count >= limit && score < last) break
    ranking.add(id, score)
    last = score
    count++
  }
  return ranking.best()
}
