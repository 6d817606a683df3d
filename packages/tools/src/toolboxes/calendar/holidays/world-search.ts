/** A holiday looked for in all countries. */
import { byName, countryDate, hasDate, matchIn, type PlaceMatch } from './country-holidays.ts'
import type { FoundHoliday, HolidayQuestion } from './found-holiday.ts'
import type { HolidayLibrary } from './holiday-library.ts'
import type { ComparableName } from './name-match.ts'

/** Countries that are asked about most come first. */
const order =
  'US GB CA AU IN DE FR ES IT NL IE NZ BR MX JP CN KR IL ZA AT CH BE SE NO DK FI PL PT GR TR SA AE SG PH ID MY'.split(
    ' ',
  )

/** Where the name fits best: in whole countries, or else in regions. */
export function matchesAnywhere(library: HolidayLibrary, asked: ComparableName): readonly PlaceMatch[] {
  const countries = Object.keys(library.countries)
  const fitOfName = byName(asked)
  const whole = best(countries.map((country) => matchIn(library, { country }, fitOfName)))
  if ((whole[0]?.fit ?? 0) >= 3) return whole
  const regions = countries.flatMap((country) =>
    Object.keys(library.regions(country)).map((region) => matchIn(library, { country, region }, fitOfName)),
  )
  return best([...whole, ...regions])
}

function best(matches: readonly PlaceMatch[]): readonly PlaceMatch[] {
  // `Thanksgiving` and `Thanksgiving Day` are one name.
  const fit = Math.min(3, Math.max(1, ...matches.map((match) => match.fit)))
  const rank = ({ place }: PlaceMatch) => order.indexOf(place.country) + 1 || order.length + 1
  return matches.filter((match) => match.fit >= fit).sort((a, b) => rank(a) - rank(b))
}

/** In the first of these countries for which a date is known; nothing when there are none. */
export function firstDated(
  library: HolidayLibrary,
  matches: readonly PlaceMatch[],
  question: HolidayQuestion,
): FoundHoliday | undefined {
  const dated = matches.find((match) => hasDate(library, match, question)) ?? matches[0]
  if (!dated) return undefined
  const found = countryDate(library, dated, question)
  const others = matches.filter(({ place }) => place.country !== dated.place.country)
  return { ...found, notes: [...found.notes, ...alsoKept(library, others)] }
}

function alsoKept(library: HolidayLibrary, matches: readonly PlaceMatch[]): readonly string[] {
  const countries = [...new Set(matches.map(({ place }) => place.country))]
  if (countries.length === 0) return []
  const shown = countries.slice(0, 5).map((country) => `${library.countries[country]} (${country})`)
  const more = countries.length > 5 ? ` and ${countries.length - 5} more` : ''
  return [
    `Other countries have a holiday of this name, maybe on other days: ${shown.join(', ')}${more}. Give \`country\` for one of them.`,
  ]
}
