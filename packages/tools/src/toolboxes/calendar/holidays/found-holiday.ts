/** What a search for a holiday is given, and what it gives. */
import type { Place } from './holiday-library.ts'
import type { Occurrence, Wish } from './occurrence.ts'

export type HolidayQuestion = Wish & {
  readonly name: string
  readonly country?: string | undefined
  readonly region?: string | undefined
  /** Where the person is at home: looked at first when no country is named. */
  readonly home?: string | undefined
}

export type FoundHoliday = {
  readonly occurrence: Occurrence
  /** Whose calendar it is from; none for a festival by its general rule. */
  readonly place?: Place
  readonly notes: readonly string[]
}
