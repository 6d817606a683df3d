/** Holidays of a country that fit a name, and when they are. */
import { spokenDay } from '../dates/spoken-date.ts'
import type { FoundHoliday, HolidayQuestion } from './found-holiday.ts'
import { noDate } from './holiday-faults.ts'
import type { HolidayDate, HolidayLibrary, HolidayRule, Place } from './holiday-library.ts'
import { type ComparableName, comparable, type Fit, fitOf, namesIn } from './name-match.ts'
import { choose, type Occurrence, yearsOf } from './occurrence.ts'

/** Rules of a place whose names fit a wanted one, and how well. */
export type PlaceMatch = { readonly place: Place; readonly fit: Fit; readonly rules: readonly HolidayRule[] }

/** The rules of a country whose names fit best. */
export function matchIn(library: HolidayLibrary, place: Place, fitOfName: (name: ComparableName) => Fit): PlaceMatch {
  const scored = namedRules(library, place).map(({ rule, names }) => ({ rule, fit: bestOf(names, fitOfName) }))
  const fit = Math.max(0, ...scored.map((one) => one.fit))
  return { place, fit, rules: fit === 0 ? [] : scored.filter((one) => one.fit === fit).map(({ rule }) => rule) }
}

/** How well names fit a wanted one. Most countries have the same names: each is looked at once. */
export function byName(asked: ComparableName): (name: ComparableName) => Fit {
  const fits = new Map<ComparableName, Fit>()
  return (name) => {
    const fit = fits.get(name) ?? fitOf(asked, name)
    fits.set(name, fit)
    return fit
  }
}

/** Where a name fits best: in the whole country, or else in some region of it. */
export function matchInCountry(
  library: HolidayLibrary,
  place: Place,
  fitOfName: (name: ComparableName) => Fit,
): PlaceMatch {
  const whole = matchIn(library, place, fitOfName)
  if (whole.fit >= 3 || place.region) return whole
  const { country } = place
  const parts = Object.keys(library.regions(country)).map((region) => matchIn(library, { country, region }, fitOfName))
  return parts.reduce((best, next) => (next.fit > best.fit ? next : best), whole)
}

export function hasDate(library: HolidayLibrary, match: PlaceMatch, question: HolidayQuestion): boolean {
  return choose(datesOf(library, match, yearsOf(question)), question) !== undefined
}

export function countryDate(library: HolidayLibrary, match: PlaceMatch, question: HolidayQuestion): FoundHoliday {
  const dates = datesOf(library, match, yearsOf(question))
  const occurrence = choose(dates, question)
  if (!occurrence) throw noDate(match.rules[0]?.name ?? question.name, question, dates.at(-1))
  const { country, region } = match.place
  const part =
    region && !question.region
      ? [`Not a holiday of the whole country: these are the days of ${library.regions(country)[region]}.`]
      : []
  return { occurrence, place: match.place, notes: [...(occurrence.note ? [occurrence.note] : []), ...part] }
}

const comparables = new Map<string, readonly ComparableName[]>()

function comparableNames(name: string): readonly ComparableName[] {
  const made = comparables.get(name) ?? namesIn(name).map(comparable)
  comparables.set(name, made)
  return made
}

type NamedRule = { readonly rule: HolidayRule; readonly names: readonly ComparableName[] }

const known = new Map<string, readonly NamedRule[]>()

function namedRules(library: HolidayLibrary, place: Place): readonly NamedRule[] {
  const key = `${place.country} ${place.region ?? ''}`
  let rules = known.get(key)
  if (!rules) {
    rules = library.rules(place).map((rule) => ({ rule, names: rule.names.flatMap(comparableNames) }))
    known.set(key, rules)
  }
  return rules
}

function bestOf(names: readonly ComparableName[], fitOfName: (name: ComparableName) => Fit): Fit {
  return Math.max(0, ...names.map(fitOfName))
}

/** Its dates in these years; days that follow one another are one stretch. */
function datesOf(
  library: HolidayLibrary,
  { place, rules }: PlaceMatch,
  years: readonly number[],
): readonly Occurrence[] {
  const wanted = new Set(rules.map(({ rule }) => rule))
  const dates = years.flatMap((year) => library.dates(place, year).filter(({ rule }) => wanted.has(rule)))
  const [days, substitutes] = [dates.filter((date) => !date.isSubstitute), dates.filter((date) => date.isSubstitute)]
  const merged: Occurrence[] = []
  for (const date of days.sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1)
    if (last && date.start <= last.end + 1) merged[merged.length - 1] = { ...last, end: Math.max(last.end, date.end) }
    else
      merged.push({
        start: date.start - (date.fromEvening ? 1 : 0),
        end: date.end,
        firstDay: date.start,
        name: date.name,
      })
  }
  return merged.map((occurrence) => withSubstitute(occurrence, substitutes))
}

function withSubstitute(occurrence: Occurrence, substitutes: readonly HolidayDate[]): Occurrence {
  const near = substitutes.find(({ start }) => start >= occurrence.start - 4 && start <= occurrence.end + 4)
  return near ? { ...occurrence, note: `The day off for it is ${spokenDay(near.start)}.` } : occurrence
}
