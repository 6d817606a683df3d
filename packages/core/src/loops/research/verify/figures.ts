/** The numbers and dates of a text in a form in which they can be compared. */
import { withoutOverlaps } from './code-spans.ts'
import { datesIn, type Reading } from './dates.ts'
import { readNumber } from './number-form.ts'
import { numberWordsIn } from './number-words.ts'

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
const digits = /(?<![\p{L}\p{N}])(?:\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?!\d)|\d+(?:[.,'’:/]\d+)*)/gu

/** The figures that a sentence claims. */
export function figuresIn(text: string): readonly Figure[] {
  return foundIn(text)
    .filter(({ isClaim }) => isClaim)
    .map(({ text: written, readings }) => ({ text: written, readings }))
}

/** All that a passage knows of figures. */
export function figureKeys(text: string): ReadonlySet<string> {
  const keys = foundIn(text).flatMap((figure) => figure.keys)
  const decades = keys.filter((key) => /^\d{4}$/.test(key)).map((key) => `${key.slice(0, 3)}0s`)
  return new Set([...keys, ...decades])
}

export function isKnownFigure({ readings }: Figure, keys: ReadonlySet<string>): boolean {
  return readings.some((reading) => reading.every((key) => keys.has(key)))
}

function foundIn(text: string): readonly Found[] {
  if (!/\p{Nd}/u.test(text)) return words(text)
  const written = [...dates(text), ...codes(text), ...numbers(text)].sort((a, b) => a.start - b.start || b.end - a.end)
  return [...withoutOverlaps(written), ...words(text)].sort((a, b) => a.start - b.start)
}

function dates(text: string): readonly Found[] {
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

function numbers(text: string): readonly Found[] {
  return [...text.matchAll(digits)].map(({ 0: found, index }) => {
    const end = index + found.length
    const { readings, keys, unit } = readNumber(
      found,
      text.slice(Math.max(0, index - 6), index),
      text.slice(end, end + 40),
    )
    return { start: index, end, text: `${found}${unit}`, readings, keys: [...readings.flat(), ...keys], isClaim: true }
  })
}

function words(text: string): readonly Found[] {
  return numberWordsIn(text).map(({ start, end, value, isClaim }) => ({
    ...{ start, end, text: text.slice(start, end), isClaim },
    readings: [[String(value)]],
    keys: [String(value)],
  }))
}
