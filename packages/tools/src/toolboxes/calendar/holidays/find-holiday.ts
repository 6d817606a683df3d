/** The holiday a name means: a country's own, or a festival that many countries keep. */
import { GyreError } from '@gyre/core'
import { plainWords } from '../dates/plain-words.ts'
import { findPlace } from './countries.ts'
import { byName, countryDate, hasDate, matchIn, matchInCountry } from './country-holidays.ts'
import { festivalDate } from './festival-date.ts'
import { type FestivalMatch, findFestivals, isNameOf } from './festivals.ts'
import type { FoundHoliday, HolidayQuestion } from './found-holiday.ts'
import { unknownHoliday } from './holiday-faults.ts'
import { type HolidayLibrary, holidayLibrary, type Place } from './holiday-library.ts'
import { type ComparableName, comparable } from './name-match.ts'
import { otherNames } from './other-names.ts'
import { firstDated, matchesAnywhere } from './world-search.ts'

type Search = {
  readonly library: HolidayLibrary
  readonly asked: ComparableName
  readonly festivals: FestivalMatch
  readonly question: HolidayQuestion
}

export async function findHoliday(question: HolidayQuestion): Promise<FoundHoliday> {
  const meant = otherNames.get(plainWords(question.name))
  const asked = comparable(meant?.name ?? question.name)
  const festivals = findFestivals(asked)
  const country = question.country ?? meant?.country
  if (question.region && !country && !question.home) {
    throw new GyreError('argument-invalid', '`region` needs `country`: the country it is a part of.')
  }
  // Most festivals need no country's list, and so no library.
  const isGeneral = festivals.fit >= 3 && festivals.festivals.every(({ needsLibrary }) => !needsLibrary)
  if (!country && !question.home && isGeneral) return festivalDate(festivals.festivals, question, {})
  const library = await holidayLibrary()
  const search = { library, asked, festivals, question }
  if (!country) return anywhere(search)
  const place = findPlace(library, country, question.region)
  const found = inPlace(search, place)
  if (found) return found
  throw unknownHoliday(library, question.name, place)
}

/** A country's own dates go before the general rule, unless that rule knows the country's way. */
function inPlace({ library, asked, festivals, question }: Search, place: Place): FoundHoliday | undefined {
  const own = matchInCountry(library, place, byName(asked))
  if (Math.min(own.fit, 3) > Math.min(festivals.fit, 3)) return countryDate(library, own, question)
  if (festivals.fit === 0) return undefined
  const isKnown = festivals.festivals.some(({ countries }) => countries?.includes(place.country))
  const isSame = (name: ComparableName) => festivals.festivals.some((festival) => isNameOf(festival, name))
  const same = matchIn(library, place, (name) => (isSame(name) ? 4 : 0))
  if (!isKnown && same.fit > 0 && hasDate(library, same, question)) return countryDate(library, same, question)
  return festivalDate(festivals.festivals, question, { library, place })
}

/** Without a country: at home, then as a festival, then wherever there is one of that name. */
function anywhere(search: Search): FoundHoliday {
  const { library, question } = search
  const home = question.home ? findPlace(library, question.home, question.region) : undefined
  const isSure = search.festivals.fit >= 3 || (home && matchInCountry(library, home, byName(search.asked)).fit >= 3)
  const found = home && isSure ? inPlace(search, home) : inWorld(search)
  if (found) return found
  throw unknownHoliday(library, question.name, undefined)
}

function inWorld({ library, asked, festivals, question }: Search): FoundHoliday | undefined {
  const matches = festivals.fit >= 3 ? [] : matchesAnywhere(library, asked)
  if ((matches[0]?.fit ?? 0) > festivals.fit) return firstDated(library, matches, question)
  return festivals.fit > 0 ? festivalDate(festivals.festivals, question, { library }) : undefined
}
