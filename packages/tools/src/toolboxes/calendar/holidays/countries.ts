/** The country or region a person means, by its code or its name. */
import { GyreError } from '@gyre/core'
import { nearestWords } from '../dates/nearest-words.ts'
import { plainWords } from '../dates/plain-words.ts'
import type { HolidayLibrary, Place } from './holiday-library.ts'

/** Names that no list of countries has, and parts of countries that people call one. */
const others: Readonly<Record<string, Place>> = {
  uk: { country: 'GB' },
  'great britain': { country: 'GB' },
  britain: { country: 'GB' },
  england: { country: 'GB', region: 'ENG' },
  scotland: { country: 'GB', region: 'SCT' },
  wales: { country: 'GB', region: 'WLS' },
  'northern ireland': { country: 'GB', region: 'NIR' },
  usa: { country: 'US' },
  america: { country: 'US' },
  'united states of america': { country: 'US' },
  holland: { country: 'NL' },
  korea: { country: 'KR' },
  czechia: { country: 'CZ' },
  uae: { country: 'AE' },
  turkiye: { country: 'TR' },
  burma: { country: 'MM' },
  'ivory coast': { country: 'CI' },
  vatican: { country: 'VA' },
}

/** Regions whose English names the list of regions lacks. */
const englishRegions: Readonly<Record<string, string>> = {
  bavaria: 'bayern',
  saxony: 'sachsen',
  'lower saxony': 'niedersachsen',
  'saxony anhalt': 'sachsen anhalt',
  hesse: 'hessen',
  thuringia: 'thuringen',
  'north rhine westphalia': 'nordrhein westfalen',
  'rhineland palatinate': 'rheinland pfalz',
  vienna: 'wien',
  tyrol: 'tirol',
  carinthia: 'karnten',
  styria: 'steiermark',
  catalonia: 'cataluna',
  andalusia: 'andalucia',
}

const languages = ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl', 'ja', 'zh', 'ru']

export function findPlace(library: HolidayLibrary, country: string, region: string | undefined): Place {
  const found = findCountry(library, country)
  return region ? { country: found.country, region: findRegion(library, found.country, region) } : found
}

function findCountry(library: HolidayLibrary, asked: string): Place {
  const text = asked.trim()
  const [code = '', part] = text.toUpperCase().split('-')
  if (Object.hasOwn(library.countries, code)) {
    if (!part) return { country: code }
    return { country: code, region: findRegion(library, code, part) }
  }
  const plain = plainWords(text)
  const place = others[plain] ?? byName(library, plain) ?? byRegion(library, plain)
  if (place && Object.hasOwn(library.countries, place.country)) return place
  throw unknownCountry(library, text)
}

function byName(library: HolidayLibrary, plain: string): Place | undefined {
  for (const language of languages) {
    const names = new Intl.DisplayNames(language, { type: 'region' })
    for (const code of Object.keys(library.countries)) {
      // Its own list has codes such as IC that are no countries elsewhere.
      const name = nameIn(names, code) ?? library.countries[code] ?? ''
      if (plainWords(name) === plain || plainWords(library.countries[code] ?? '') === plain) return { country: code }
    }
  }
  return undefined
}

/** `Bavaria`, `Texas`: a region that is named as if it were a country. */
function byRegion(library: HolidayLibrary, plain: string): Place | undefined {
  const wanted = englishRegions[plain] ?? plain
  for (const country of Object.keys(library.countries)) {
    const region = Object.entries(library.regions(country)).find(([, name]) => plainWords(name) === wanted)?.[0]
    if (region) return { country, region }
  }
  return undefined
}

function nameIn(names: Intl.DisplayNames, code: string): string | undefined {
  try {
    return names.of(code)
  } catch {
    return undefined
  }
}

function findRegion(library: HolidayLibrary, country: string, asked: string): string {
  const regions = library.regions(country)
  const code = asked.trim().toUpperCase().replace(`${country}-`, '')
  if (Object.hasOwn(regions, code)) return code
  const plain = plainWords(asked)
  const wanted = [plain, englishRegions[plain]]
  const named = Object.entries(regions).map(([region, name]) => [region, plainWords(name)] as const)
  const found =
    named.find(([, name]) => wanted.includes(name)) ??
    named.find(([, name]) => wanted.some((word) => word && ` ${name} `.includes(` ${word} `)))
  if (found) return found[0]
  throw unknownRegion(library, country, asked)
}

function unknownCountry(library: HolidayLibrary, asked: string): GyreError {
  const byPlainName = new Map(
    Object.entries(library.countries).map(([code, name]) => [plainWords(name), `\`${code}\` ${name}`]),
  )
  const near = nearestWords(plainWords(asked).slice(0, 60), byPlainName.keys(), 3).map((name) => byPlainName.get(name))
  const hint = near.length > 0 ? ` Near it: ${near.join(', ')}.` : ''
  const message = `\`country\`: no holidays are known for \`${asked.slice(0, 60)}\`. Use a code such as \`DE\` or a name such as \`Germany\`; \`calendar.countries\` lists them.${hint}`
  return new GyreError('argument-invalid', message, { field: 'country' })
}

function unknownRegion(library: HolidayLibrary, country: string, asked: string): GyreError {
  const regions = Object.entries(library.regions(country)).map(([code, name]) => `\`${code}\` ${name}`)
  const name = library.countries[country] ?? country
  const choices = regions.length > 0 ? `Its regions are ${regions.join(', ')}.` : 'It has no regions of its own here.'
  return new GyreError(
    'argument-invalid',
    `\`region\`: \`${asked.slice(0, 60)}\` is no region of ${name}. ${choices}`,
    {
      field: 'region',
    },
  )
}
