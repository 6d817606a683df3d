/** When a festival is, by its own rule. */
import type { Festival } from './festival.ts'
import type { FoundHoliday, HolidayQuestion } from './found-holiday.ts'
import { noDate } from './holiday-faults.ts'
import type { HolidayLibrary, Place } from './holiday-library.ts'
import { choose, type Occurrence, yearsOf } from './occurrence.ts'

type Where = { readonly library?: HolidayLibrary; readonly place?: Place }

/** Of several festivals that a name may mean, the one that is nearest. */
export function festivalDate(festivals: readonly Festival[], question: HolidayQuestion, where: Where): FoundHoliday {
  const dates = festivals.flatMap((festival) => occurrencesOf(festival, yearsOf(question), where))
  const occurrence = choose(dates, question)
  if (!occurrence) throw noDate(festivals[0]?.name ?? question.name, question, dates.at(-1))
  const { place } = where
  const isOfPlace = place && festivals.some(({ countries }) => countries?.includes(place.country))
  const others = festivals.map(({ name }) => name).filter((name) => name !== occurrence.name)
  const notes = [
    ...(occurrence.note ? [occurrence.note] : []),
    ...(others.length > 0 ? [`\`${question.name}\` can also mean ${others.join(' or ')}.`] : []),
  ]
  return { occurrence, ...(isOfPlace && { place }), notes }
}

function occurrencesOf(festival: Festival, years: readonly number[], { library, place }: Where): readonly Occurrence[] {
  const { name, note, fromEvening } = festival
  return years.flatMap((year) =>
    festival
      .dates(year, place?.country, library)
      .map(({ start, end }) => ({ start: fromEvening ? start - 1 : start, end, firstDay: start, name, note })),
  )
}
