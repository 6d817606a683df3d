/** The time zone a person means: an IANA name, a place, an offset or an abbreviation. */
import { GyreError } from '@gyre/core'
import { nearestWords } from '../dates/nearest-words.ts'
import { plainWords } from '../dates/plain-words.ts'
import { zonesByPlace } from './places.ts'
import { offsetMinutes, offsetText } from './wall-clock.ts'
import { meaningsOf, type ZoneMeaning } from './zone-abbreviations.ts'

export type FoundZone = {
  /** An IANA name, or an offset such as `+05:30`. */
  readonly zone: string
  /** What else the name could have meant. */
  readonly note?: string
}

export type ZoneQuestion = {
  readonly name: string
  /** The argument it came in, for the message when it is unknown. */
  readonly field: string
  /** The moment it is about: summer time is told for that moment. */
  readonly at: number
  readonly country?: string | undefined
}

export function findZone(question: ZoneQuestion): FoundZone {
  const name = question.name.trim()
  const offset = readOffset(name)
  if (offset) return { zone: offset }
  const meanings = meaningsOf(name)
  if (meanings.length > 0) return abbreviated(meanings, question)
  const zone = ianaName(name) ?? zoneOfPlace(name)
  if (zone) return { zone }
  throw unknownZone(question)
}

/** The zone a setting names, checked when the toolbox is made. */
export function configuredZone(name: string): string {
  const zone = readOffset(name) ?? ianaName(name)
  if (zone) return zone
  throw new GyreError('config-invalid', `\`timeZone\` is an IANA time zone such as \`Europe/Berlin\`, not \`${name}\`.`)
}

/** `UTC+2`, `GMT-03:30`, `+0530`. */
function readOffset(text: string): string | undefined {
  const match = /^(?:utc|gmt)?\s*([+\-−])\s*(\d{1,2})(?::?([0-5]\d))?$/i.exec(text)
  if (!match) return undefined
  const [hours, minutes] = [Number(match[2]), match[3] ?? '00']
  if (hours > 14) return undefined
  return `${match[1] === '+' ? '+' : '-'}${String(hours).padStart(2, '0')}:${minutes}`
}

/** Zones that Node still calls by their old names. */
const renamed: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Godthab': 'America/Nuuk',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
}

/** A zone by its name, however it is written: `europe/berlin`, `America/New York`. */
function ianaName(text: string): string | undefined {
  const name = text.replaceAll(' ', '_')
  if (!/^[A-Za-z][\w+-]*(\/[\w+-]+)*$/.test(name)) return undefined
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions()
    return renamed[timeZone] ?? timeZone
  } catch {
    return undefined
  }
}

function zoneOfPlace(text: string): string | undefined {
  const place = plainWords(text).replace(/ (local )?time$/, '')
  return zonesByPlace.get(place) ?? zonesByCity().get(place)
}

let byCity: ReadonlyMap<string, string> | undefined

/** Zones by the city they are named after. */
function zonesByCity(): ReadonlyMap<string, string> {
  byCity ??= new Map(
    Intl.supportedValuesOf('timeZone').map((known) => {
      const zone = renamed[known] ?? known
      return [plainWords(zone.split('/').at(-1) ?? ''), zone]
    }),
  )
  return byCity
}

function abbreviated(meanings: readonly ZoneMeaning[], { name, at, country }: ZoneQuestion): FoundZone {
  const taken = meanings.find(({ countries }) => country && countries.split(',').includes(country)) ?? meanings[0]
  if (!taken) return { zone: 'UTC' }
  const notes = [otherMeanings(name, taken, meanings), seasonNote(name, taken, at)].filter((note) => note !== undefined)
  return { zone: taken.zone === '+00:00' ? 'UTC' : taken.zone, ...(notes.length > 0 && { note: notes.join(' ') }) }
}

function otherMeanings(name: string, taken: ZoneMeaning, all: readonly ZoneMeaning[]): string | undefined {
  const others = all.filter((meaning) => meaning !== taken).map((meaning) => `${meaning.name} (\`${meaning.place}\`)`)
  if (others.length === 0) return undefined
  return `\`${name.trim()}\` was read as ${taken.name}; it can also mean ${others.join(' or ')}.`
}

/** People write EST all year round and mean the clocks of New York. */
function seasonNote(name: string, { zone, place }: ZoneMeaning, at: number): string | undefined {
  if (!/^[+-]/.test(zone)) return undefined
  const now = offsetMinutes(at, place)
  if (now === offsetMinutes(at, zone)) return undefined
  const fixed = zone === '+00:00' ? 'UTC' : `UTC${zone}`
  return `\`${name.trim()}\` is ${fixed}, but clocks in \`${place}\` then show ${offsetText(now)}: name the zone \`${place}\` if that is meant.`
}

function unknownZone({ name, field }: ZoneQuestion): GyreError {
  const known = new Set([...zonesByCity().keys(), ...zonesByPlace.keys()])
  const near = nearestWords(plainWords(name).slice(0, 60), known, 3).map((place) => {
    const zone = zonesByPlace.get(place) ?? zonesByCity().get(place) ?? ''
    return `\`${zone}\` (${place})`
  })
  const hint = near.length > 0 ? ` Near it: ${near.join(', ')}.` : ''
  const message = `\`${field}\`: \`${name.slice(0, 60)}\` is no known time zone. Use an IANA name such as \`Europe/Berlin\`, a large city, an offset such as \`+05:30\`, or an abbreviation such as \`CET\`.${hint}`
  return new GyreError('argument-invalid', message, { field })
}
