/** What comes every year, such as `March` or `Easter`: which of them a hint without a year means. */
import { partsOf } from '../dates/day.ts'
import { festivalNamed } from '../holidays/festivals.ts'
import type { HintContext, Reading } from './hint.ts'
import { weekdayPattern } from './hint-words.ts'

/** Words that tie a hint to one year or to today. */
const tied = new RegExp(
  `\\d{4}|^(?:the )?\\d{1,2}$|\\b(?:this|current|next|coming|upcoming|following|last|past|previous|ago|now|today|tonight|tomorrow|yesterday|days|weeks?|weekends?|months?|years?|${weekdayPattern})\\b`,
)

export function comesEveryYear(text: string): boolean {
  return festivalNamed(text) !== undefined || !tied.test(text)
}

/** What is found in a stretch as it is read, or one year on when that is over: in December, `March` is next year's. */
export function firstNotOver(
  stretch: string,
  { today, read }: HintContext,
  find: (whole: Reading) => Reading | undefined,
): Reading | undefined {
  const whole = read(stretch)
  const found = whole && find(whole)
  if (!found || found.end >= today || !comesEveryYear(stretch)) return found
  const next = read(`${stretch} ${partsOf(whole.start).year + 1}`)
  return next ? find(next) : found
}

/** The one of the past year that began last, where they come every year. */
export function lastBegun(stretch: string, { today, read }: HintContext): Reading | undefined {
  if (!comesEveryYear(stretch)) return undefined
  // In steps, as festivals by the moon may begin twice within one of our years.
  const earlier = [30, 120, 240, 364].map((days) => read(stretch, today - days))
  return earlier.find((reading) => reading !== undefined && reading.start <= today)
}
