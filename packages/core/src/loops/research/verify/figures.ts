/** The numbers and dates of a text in a form in which they can be compared. */
import { unspaced } from '../../../words.ts'
import { withoutOverlaps } from './code-spans.ts'
import { withPlainDigits } from './comparable-digits.ts'
import { datesIn, type Reading } from './dates.ts'
import { fractionsIn } from './fractions.ts'
import { type Decimals, decimalsOf, inPercent, readNumber, shareKeys, withUnit } from './number-form.ts'
import { numberWordsIn } from './number-words.ts'
import { percentsOfTables } from './table-percents.ts'
import { unitBeside } from './units.ts'
import { asMeant } from './year-or-amount.ts'

export type Figure = {
  /** As it is written. */
  readonly text: string
  /** How it may be meant: one of them is enough, with all its keys. */
  readonly readings: readonly Reading[]
}

type Found = Figure & {
  readonly start: number
  readonly end: number
  /** What a passage with this figure knows. */
  readonly keys: readonly string[]
  readonly isClaim: boolean
}

/** `SM-0217`, `CO2`. */
const code = /(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{N}]*-?\p{Nd}[\p{L}\p{N}-]*/gu
/** Letters of scripts without blanks may stand before a number. */
const digits = new RegExp(
  String.raw`(?<![[\p{L}\p{N}]--[${unspaced}]])(?:\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?!\d)|\d+(?:[.,'’:\/⁄]\d+)*)`,
  'gv',
)
/** What stands beside a number is not longer. */
const [before, behind] = [6, 40]

/** The figures that a sentence claims. */
export function figuresIn(text: string): readonly Figure[] {
  return foundIn(withPlainDigits(text), 'either')
    .filter(({ isClaim }) => isClaim)
    .map(({ text: written, readings }) => ({ text: written, readings }))
}

/** All that a passage knows of figures. */
export function figureKeys(text: string): ReadonlySet<string> {
  const plain = withPlainDigits(text)
  const keys = foundIn(plain, decimalsOf(plain)).flatMap((figure) => figure.keys)
  const decades = keys.filter((key) => /^\d{4}$/.test(key)).map((key) => `${key.slice(0, 3)}0s`)
  return new Set([...keys, ...decades, ...percentsOfTables(plain)])
}

export function isKnownFigure({ readings }: Figure, keys: ReadonlySet<string>): boolean {
  return readings.some((reading) => reading.every((key) => keys.has(key)))
}

function foundIn(text: string, decimals: Decimals): readonly Found[] {
  const said = withoutOverlaps([...shares(text), ...words(text)].sort((a, b) => a.start - b.start || b.end - a.end))
  const written = /\d/.test(text) ? [...dates(text), ...codes(text), ...numbers(text, decimals)] : dates(text)
  const inOrder = written.sort((a, b) => a.start - b.start || b.end - a.end)
  return [...withoutOverlaps(inOrder), ...outsideOf(said, inOrder)].sort((a, b) => a.start - b.start)
}

/** The words of a date are not counted again. */
function outsideOf(said: readonly Found[], written: readonly Found[]): readonly Found[] {
  let next = 0
  return said.filter(({ start }) => {
    while ((written[next]?.end ?? Number.POSITIVE_INFINITY) <= start) next++
    return start < (written[next]?.start ?? Number.POSITIVE_INFINITY)
  })
}

function dates(text: string): Found[] {
  return datesIn(text).map(({ start, end, readings, keys }) => ({
    ...{ start, end, text: text.slice(start, end), isClaim: true },
    readings,
    keys,
  }))
}

function codes(text: string): readonly Found[] {
  return [...text.matchAll(code)].map(({ 0: found, index }) => {
    const plain = found.replaceAll('-', '').toLowerCase()
    const number = String(Number(/\d+/.exec(found)?.[0]))
    const span = { start: index, end: index + found.length }
    return { ...span, text: found, readings: [[plain], [number]], keys: [plain, number], isClaim: true }
  })
}

function numbers(text: string, decimals: Decimals): readonly Found[] {
  return [...text.matchAll(digits)].map(({ 0: found, index }) => {
    const end = index + found.length
    const { readings, keys, unit } = readNumber(found, { ...around(text, index, end), decimals })
    return { start: index, end, text: `${found}${unit}`, readings, keys, isClaim: true }
  })
}

function words(text: string): readonly Found[] {
  return numberWordsIn(text).map(({ start, end, value, isClaim }) => {
    const beside = around(text, start, end)
    const unit = unitBeside(beside.before, beside.behind)
    const values = [[String(value)]]
    const read = unit?.name.startsWith('%') ? inPercent(values, '') : withUnit(values, unit)
    const { readings, keys } = asMeant(read, 'either')
    return { start, end, text: text.slice(start, end), isClaim, readings, keys }
  })
}

function shares(text: string): readonly Found[] {
  return fractionsIn(text).map(({ start, end, of, all }) => {
    const keys = shareKeys(of, all)
    return { start, end, text: text.slice(start, end), isClaim: true, readings: keys.map((key) => [key]), keys }
  })
}

function around(text: string, start: number, end: number): { readonly before: string; readonly behind: string } {
  return { before: text.slice(Math.max(0, start - before), start), behind: text.slice(end, end + behind) }
}
