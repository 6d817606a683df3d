/** What a number in digits may mean, with what stands before and behind it. */
import type { Reading } from './dates.ts'

type Read = {
  readonly readings: readonly Reading[]
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

export function readNumber(written: string, before: string, behind: string): Read {
  const plain = signed(meanings(written), before)
  const decade = /^(?:s|er)(?!\p{L})/u.exec(behind)
  if (decade && /^\d{2}0$|^\d{3}0$|^\d0$/.test(written)) {
    return { readings: [[`${written}s`]], keys: [written], unit: decade[0] }
  }
  const [, isRange, name] = scale.exec(behind) ?? []
  if (name) return scaled(plain, name.toLowerCase(), isRange === undefined ? behind : '')
  if (percent.test(behind)) {
    const readings = plain.flatMap((reading) => [[`${reading.join(' ')}%`], [...reading, '%']])
    return { readings, keys: [], unit: /^\s?%/.exec(behind)?.[0] ?? '' }
  }
  const [, century] = /(\d\d)\d\d[–—-]$/.exec(before) ?? []
  const isShortYear = century !== undefined && /^\d\d$/.test(written)
  return { readings: isShortYear ? [...plain, [`${century}${written}`]] : plain, keys: [], unit: '' }
}

/** `m` may be metres, and `k` kelvin; the first number of a range may be meant as it stands. */
function scaled(plain: readonly Reading[], name: string, behind: string): Read {
  const large = plain.map((reading) => reading.map((key) => timesFactor(key, factors[name] ?? 1)))
  const isClear = behind !== '' && name.length > 1
  const unit = behind === '' ? '' : (/^\s?\p{L}+/u.exec(behind)?.[0] ?? '')
  return { readings: isClear ? large : [...large, ...plain], keys: [], unit }
}

function timesFactor(key: string, factor: number): string {
  // Twelve digits: what is behind them is the error of the multiplication.
  return String(Number((Number(key) * factor).toPrecision(12)))
}

function signed(readings: readonly Reading[], before: string): readonly Reading[] {
  const isNegative = /(?:^|[\s(])[-−–]$/.test(before)
  return isNegative ? readings.map(([first = '', ...rest]) => [`-${first}`, ...rest]) : readings
}

/** `1.250` is one and a quarter in English and more than a thousand in German: both are read. */
function meanings(written: string): readonly Reading[] {
  if (written.includes(':')) return [[written.replace(/^0(?=\d)/, '')]]
  if (written.includes('/')) return [[written], written.split('/').map(decimal)]
  const spaced = written.split(/[ \u00a0\u202f]/)
  if (spaced.length > 1) return [[decimal(spaced.join(''))], spaced.map(decimal)]
  const parts = written.split(/[.,'’]/)
  const signs = written.replace(/\d/g, '')
  const last = signs.at(-1) ?? ''
  const areGroups = parts.slice(1).every((part) => part.length === 3) && (parts[0]?.length ?? 0) < 4
  if (signs.length === 0) return [[decimal(written)]]
  if (signs.length === 1 && areGroups) return [[decimal(parts.join(''))], [decimal(parts.join('.'))]]
  if (new Set(signs).size === 1 && areGroups) return [[decimal(parts.join(''))]]
  if (!signs.slice(0, -1).includes(last)) return [[decimal(`${parts.slice(0, -1).join('')}.${parts.at(-1)}`)]]
  return [[written]]
}

/** Without zeros that say nothing. Not as a number: long ones would lose their last digits. */
function decimal(digits: string): string {
  const [whole = '', part = ''] = digits.split('.')
  const kept = part.replace(/0+$/, '')
  const front = whole.replace(/^0+(?=\d)/, '')
  return kept === '' ? front : `${front}.${kept}`
}
