/** When a holiday is, and which of its dates is asked for. */
import { type Day, partsOf } from '../dates/day.ts'

export type Occurrence = {
  /** The evening it begins, or its first day. */
  readonly start: Day
  readonly end: Day
  readonly firstDay: Day
  readonly name: string
  readonly note?: string | undefined
}

/** Which one: of a year, nearest to a day, or the one that runs or comes next. */
export type Wish = { readonly year?: number | undefined; readonly near?: Day | undefined; readonly today: Day }

/** Some holidays are kept every fourth or sixth year. */
const yearsAhead = 8

/** The years in which the wish may be found. */
export function yearsOf({ year, near, today }: Wish): readonly number[] {
  // One that begins on the evening of 31 December has its first day in the next year.
  if (year !== undefined) return [year, year + 1]
  const middle = partsOf(near ?? today).year
  const [before, after] = near === undefined ? [1, yearsAhead] : [2, 2]
  return Array.from({ length: before + after + 1 }, (_, index) => middle - before + index)
}

/** The one that is wished for, of those in the years above. */
export function choose(occurrences: readonly Occurrence[], wish: Wish): Occurrence | undefined {
  const sorted = [...occurrences].sort((a, b) => a.start - b.start || a.end - b.end)
  if (wish.year !== undefined) return sorted.find(({ start }) => partsOf(start).year === wish.year)
  const { near } = wish
  if (near === undefined) return sorted.find(({ end }) => end >= wish.today)
  return sorted.reduce<Occurrence | undefined>(
    (best, next) => (best === undefined || distance(next, near) < distance(best, near) ? next : best),
    undefined,
  )
}

function distance({ start, end }: Occurrence, day: Day): number {
  return day < start ? start - day : day > end ? day - end : 0
}
