/** Units as people write them, in the form the library reads. */
import type { Unit } from 'mathjs'
import { math } from './mathjs.ts'

const phrases: readonly (readonly [RegExp, string])[] = [
  [/²/g, '^2'],
  [/³/g, '^3'],
  [/·/g, '*'],
  [/µ|μ/g, 'u'],
  [/(?:degrees?|deg|°)\s*(celsius|centigrade|c)\b/gi, 'degC'],
  [/(?:degrees?|deg|°)\s*(fahrenheit|f)\b/gi, 'degF'],
  [/\b(celsius|centigrade)\b/gi, 'degC'],
  [/\bfahrenheit\b/gi, 'degF'],
  [/\bkelvins?\b/gi, 'K'],
  [/\bsq(?:uare)?\.?\s+([a-z]+)/gi, '$1^2'],
  [/\bcu(?:bic)?\.?\s+([a-z]+)/gi, '$1^3'],
  [/\b([a-z]+) squared\b/gi, '$1^2'],
  [/\b([a-z]+) cubed\b/gi, '$1^3'],
  [/\b(m|cm|mm|km|ft|in|yd|mi)([23])\b/g, '$1^$2'],
  [/\bfl(?:uid)?\.?\s*(?:oz|ounces?)\b/gi, 'fluidounce'],
  [/\bnautical miles?\b/gi, 'nauticalmile'],
  [/\blight[- ]years?\b/gi, 'lightyear'],
  [/\bastronomical units?\b/gi, 'astronomicalunit'],
  [/\bimperial (gallon|pint)s?\b/gi, 'imperial$1'],
  [/\bus (gallon|pint|cup)s?\b/gi, '$1'],
  [/\bmetric tons?\b/gi, 'tonne'],
  [/\bk(?:m|ilomet(?:er|re)s?)\/?ph\b/gi, 'kph'],
  [/\b([kMGT])bit\b/g, '$1b'],
  [/\s+per\s+/gi, '/'],
]

/** Words for units that no library knows in the plural or in this spelling. */
const words: Readonly<Record<string, string>> = {
  mins: 'minute',
  hr: 'hour',
  hrs: 'hour',
  sec: 'second',
  secs: 'second',
  yr: 'year',
  yrs: 'year',
  mo: 'month',
  wk: 'week',
  sqft: 'ft^2',
  sqm: 'm^2',
  kilo: 'kg',
  kilos: 'kg',
  kgs: 'kg',
  gallons: 'gallon',
  tons: 'ton',
  tonnes: 'tonne',
  kb: 'kB',
  mb: 'MB',
  gb: 'GB',
  tb: 'TB',
}

/** One of that unit; nothing when it is none. */
export function readUnit(text: string): Unit | undefined {
  const plain = phrases.reduce((form, [pattern, replacement]) => form.replace(pattern, replacement), text.trim())
  const lower = plain.toLowerCase()
  for (const form of [plain, text.trim(), words[lower], lower, `${lower}s`, lower.replace(/s$/, '')]) {
    const unit = form === undefined ? undefined : unitOf(form)
    if (unit) return unit
  }
  return undefined
}

function unitOf(form: string): Unit | undefined {
  // Numbers and names of things that JavaScript has are no units.
  if (form === '' || form.length > 60 || /^\d/.test(form)) return undefined
  try {
    return math.unit(1, form)
  } catch {
    return undefined
  }
}

const kinds: Readonly<Record<string, string>> = { SURFACE: 'area', BIT: 'amount of data', NONE: 'number' }

type Dimensions = { readonly dimensions: readonly number[] }
type UnitClass = { readonly BASE_UNITS: Readonly<Record<string, Dimensions>> }

/** `length`, `mass`; nothing for those without a name. */
export function kindOf(unit: Unit): string | undefined {
  const { dimensions } = unit as unknown as Dimensions
  const bases = Object.entries((math.Unit as unknown as UnitClass).BASE_UNITS)
  const base = bases.find(([, { dimensions: own }]) => own.every((power, index) => power === (dimensions[index] ?? 0)))
  return base && (kinds[base[0]] ?? base[0].toLowerCase().replaceAll('_', ' '))
}
