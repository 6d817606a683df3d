/** Why no holiday was found, with what could have been meant. */
import { GyreError } from '@gyre/core'
import { nearestWords } from '../dates/nearest-words.ts'
import { plainWords } from '../dates/plain-words.ts'
import { spokenDay } from '../dates/spoken-date.ts'
import { festivalNames } from './festivals.ts'
import type { HolidayQuestion } from './found-holiday.ts'
import type { HolidayLibrary, Place } from './holiday-library.ts'
import type { Occurrence } from './occurrence.ts'

export function noDate(name: string, { year }: HolidayQuestion, last: Occurrence | undefined): GyreError {
  const when = year === undefined ? 'no date to come is known for it' : `no date is known for it in ${year}`
  const known = last ? ` The last known one is ${spokenDay(last.start)}.` : ''
  return new GyreError('argument-invalid', `\`name\`: ${name} is a holiday, but ${when}.${known}`, { field: 'name' })
}

export function unknownHoliday(library: HolidayLibrary, name: string, place: Place | undefined): GyreError {
  const places = place ? [place] : Object.keys(library.countries).map((country) => ({ country }))
  const names = new Set([...places.flatMap((one) => library.rules(one).map((rule) => rule.name)), ...festivalNames()])
  const byPlain = new Map([...names].map((known) => [plainWords(known), known]))
  const near = nearNames(plainWords(name).slice(0, 60), [...byPlain.keys()]).map((plain) => byPlain.get(plain))
  const where = place ? ` in ${library.countries[place.country]}` : ''
  const hint = near.length > 0 ? ` Near it: ${near.map((known) => `\`${known}\``).join(', ')}.` : ''
  const message = `\`name\`: no holiday called \`${name.slice(0, 60)}\` is known${where}.${hint} \`calendar.list_holidays\` lists those of a country.`
  return new GyreError('argument-invalid', message, { field: 'name' })
}

/** Names like the whole of it, then names like a word of it. */
function nearNames(plain: string, known: readonly string[]): readonly string[] {
  const words = plain.split(' ').filter((word) => word.length >= 4)
  return [...new Set([plain, ...words].flatMap((text) => nearestWords(text, known, 5)))].slice(0, 5)
}
