/** What a number in digits may mean, with what stands before and behind it. */
import type { Reading } from './dates.ts'
import { areGerman } from './function-words.ts'
import { type Unit, unitBeside, unitKeys, unitReadings } from './units.ts'
import { asMeant, meantBy } from './year-or-amount.ts'

type Read = {
  readonly readings: readonly Reading[]
  /** What a passage with this number knows. */
  readonly keys: readonly string[]
  /** What belongs to the number behind its digits, as it is written. */
  readonly unit: string
}

const factors: Readonly<Record<string, number>> = {
  ...{ hundred: 100, hundert: 100, thousand: 1000, tausend: 1000, k: 1000 },
  ...{ million: 1e6, millions: 1e6, millionen: 1e6, mio: 1e6, mn: 1e6, m: 1e6 },
  ...{ billion: 1e9, billions: 1e9, bn: 1e9, milliarde: 1e9, milliarden: 1e9, mrd: 1e9 },
  ...{ trillion: 1e12, billionen: 1e12 },
}
const names = Object.keys(factors).join('|')
/** The unit of `3–4 million` is that of both. */
const range = String.raw`\s?(?:[–—-]|to|bis|and|und)\s?\d[\d.,]{0,12}`
const scale = new RegExp(String.raw`^(${range})?\s?(${names})(?!\p{L})`, 'iu')
const percent = new RegExp(String.raw`^(?:${range})?\s?(?:%|per\s?cent|prozent)`, 'i')

/** The sign before the decimals in a text, where the text tells. A claim may be meant either way. */
export type Decimals = '.' | ',' | 'either' | 'untold'

type Place = { readonly before: string; readonly behind: string; readonly decimals: Decimals }

export function readNumber(written: string, { before, behind, decimals }: Place): Read {
  const plain = signed(meanings(written, decimals), before)
  const decade = /^(?:s|er)(?!\p{L})/u.exec(behind)
  if (decade && /^\d{2}0$|^\d{3}0$|^\d0$/.test(written)) {
    return { readings: [[`${written}s`]], keys: [`${written}s`, written], unit: decade[0] }
  }
  const [, isRange, name] = scale.exec(behind) ?? []
  if (name) {
    const read = scaled(plain, name.toLowerCase(), { before, behind, isRange: isRange !== undefined })
    return asMeant(read, name.length > 1 ? 'amount' : 'either')
  }
  if (percent.test(behind)) return inPercent(plain, /^\s?%/.exec(behind)?.[0] ?? '')
  const [, century] = /(\d\d)\d\d[–—-]$/.exec(before) ?? []
  const isShortYear = century !== undefined && /^\d\d$/.test(written)
  const read = withUnit(isShortYear ? [...plain, [`${century}${written}`]] : plain, unitBeside(before, behind))
  return asMeant(read, meantBy(written, { before, behind }))
}

/** A number with its unit, as a claim may be meant and as a passage knows it. */
export function withUnit(values: readonly Reading[], unit: Unit | undefined): Read {
  const readings = unit
    ? values.flatMap(([first = '', ...rest]) => (rest.length === 0 ? unitReadings(first, unit) : [[first, ...rest]]))
    : values
  const keys = values.flatMap(([first = '', ...rest]) => [first, ...rest, ...unitKeys(first, unit)])
  return { readings, keys, unit: '' }
}

/** Twelve per cent are also twelve of a hundred. */
export function inPercent(values: readonly Reading[], unit: string): Read {
  const readings = values.map((reading) => [`${reading.join(' ')}%`])
  const shares = values.map(([first = '']) => timesFactor(first, 0.01))
  return { readings, keys: [...readings.flat(), ...values.flat(), ...shares], unit }
}

type Around = { readonly before: string; readonly behind: string; readonly isRange: boolean }

/** `m` may be metres, and `k` kelvin; the first number of a range may be meant as it stands. */
function scaled(plain: readonly Reading[], name: string, { before, behind, isRange }: Around): Read {
  const large = plain.map((reading) => reading.map((key) => timesFactor(key, factors[name] ?? 1)))
  if (isRange) return withUnit([...large, ...plain], undefined)
  const [unit = ''] = /^\s?\p{L}+/u.exec(behind) ?? []
  if (name.length > 1) return { ...withUnit(large, unitBeside(before, behind.slice(unit.length))), unit }
  const [asFactor, asUnit] = [withUnit(large, undefined), withUnit(plain, unitBeside(before, behind))]
  return { readings: [...asFactor.readings, ...asUnit.readings], keys: [...asFactor.keys, ...asUnit.keys], unit }
}

function timesFactor(key: string, factor: number): string {
  // Twelve digits: what is behind them is the error of the multiplication.
  return String(Number((Number(key) * factor).toPrecision(12)))
}

function signed(readings: readonly Reading[], before: string): readonly Reading[] {
  const isNegative = /(?:^|[\s(])[-−–]$/.test(before)
  return isNegative ? readings.map(([first = '', ...rest]) => [`-${first}`, ...rest]) : readings
}

/** Of one number with a sign inside: how it may be meant. */
function meanings(written: string, decimals: Decimals): readonly Reading[] {
  if (written.includes(':')) return [[written.replace(/^0(?=\d)/, '')]]
  if (/[/⁄]/.test(written)) return fractional(written)
  const spaced = written.split(/[ \u00a0\u202f]/)
  if (spaced.length > 1) return [[decimal(spaced.join(''))], spaced.map(decimal)]
  const parts = written.split(/[.,'’]/)
  const signs = written.replace(/\d/g, '')
  const last = signs.at(-1) ?? ''
  const areGroups = parts.slice(1).every((part) => part.length === 3) && (parts[0]?.length ?? 0) < 4
  if (signs.length === 0) return [[decimal(written)]]
  if (signs.length === 1 && areGroups) return grouped(parts, signs, decimals)
  if (new Set(signs).size === 1 && areGroups) return [[decimal(parts.join(''))]]
  if (!signs.slice(0, -1).includes(last)) return [[decimal(`${parts.slice(0, -1).join('')}.${parts.at(-1)}`)]]
  return [[written]]
}

/**
 * `1.250` is one and a quarter in English and more than a thousand in German. A text mostly tells which it is; a comma
 * before three digits stands for thousands where it does not.
 */
function grouped(parts: readonly string[], sign: string, decimals: Decimals): readonly Reading[] {
  const [thousands, fraction] = [decimal(parts.join('')), decimal(parts.join('.'))]
  if (decimals === 'either' || (decimals === 'untold' && sign === '.')) return [[thousands], [fraction]]
  const isFraction = sign === decimals
  return isFraction ? [[fraction]] : [[thousands]]
}

/** `3/4` may be two numbers; `¾` is one. */
function fractional(written: string): readonly Reading[] {
  const parts = written.split(/[/⁄]/).map(decimal)
  const isShare = parts.length === 2 && Number(parts[0]) < Number(parts[1])
  const shares = isShare ? shareKeys(Number(parts[0]), Number(parts[1])) : [written]
  return [...shares.map((key) => [key]), ...(written.includes('⁄') ? [] : [parts])]
}

/** The forms of a share: `1/3`, `0.33`, `33%`. */
export function shareKeys(of: number, all: number): readonly string[] {
  const rounded = (value: number, digits: number) => String(Number(value.toFixed(digits)))
  const [share, hundredths] = [of / all, (100 * of) / all]
  return [
    `${of}/${all}`,
    rounded(share, 2),
    rounded(share, 3),
    `${rounded(hundredths, 0)}%`,
    `${rounded(hundredths, 1)}%`,
  ]
}

/** What the numbers of a text say of their signs: decimals are seldom three. */
export function decimalsOf(text: string): Decimals {
  const points = text.match(/(?<![\d.,])\d+\.(?:\d{1,2}|\d{4,})(?![\d.,]*\d)/g)?.length ?? 0
  const commas = text.match(/(?<![\d.,])\d+,(?:\d{1,2}|\d{4,})(?![\d.,]*\d)/g)?.length ?? 0
  const dates = text.match(/(?<!\d)\d{1,2}\.\s?\d{1,2}\.\s?\d{4}/g)?.length ?? 0
  if (commas > points - dates) return ','
  if (points - dates > commas) return '.'
  return areGerman(text.match(/\p{L}+/gu) ?? []) ? ',' : 'untold'
}

/** Without zeros that say nothing. Not as a number: long ones would lose their last digits. */
function decimal(digits: string): string {
  const [whole = '', part = ''] = digits.split('.')
  const kept = part.replace(/0+$/, '')
  const front = whole.replace(/^0+(?=\d)/, '')
  return kept === '' ? front : `${front}.${kept}`
}
