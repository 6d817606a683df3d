/** The numbers in a text, as people write them. */
import { unitAfter } from './number-unit.ts'

export type ReadNumber = {
  readonly value: number
  /** What stands behind it in small letters, `%` for per cent; empty when nothing does. */
  readonly unit: string
  /** Its sign of money, before or behind it; empty when there is none. */
  readonly money: string
}

const digits = [
  String.raw`\d{1,3}(?:[,\u00a0\u202f\u2009'’]\d{3})+(?:\.\d+)?(?!\d)`,
  // Three digits and three more may be two numbers, such as those of rooms, unless they end as round ones do.
  String.raw`(?:\d{1,2}(?:\u0020\d{3})+|\d{3}(?:\u0020\d{3})*\u0020000)(?:\.\d+)?(?!\d)`,
  String.raw`\d{1,3}(?:\.\d{3})+,\d+`,
  String.raw`(?<!\d,)\d+,\d{1,2}(?!\d)(?!,\d)`,
  String.raw`\d+(?:\.\d+)?|\.\d+`,
].join('|')
/** `e23`, ` × 10^23`, or `^10` of the number itself. */
const powers = String.raw`(?<exponent>e[+-]?\d+)|\s*(?:[x×*·]|\\times|\\cdot)\s*10\s*(?:\^|\*\*)\s*\{?(?<tens>[+-]?\d+)\}?|\^\{?(?<power>[+-]?\d{1,3})\}?`
/** In the same line. */
const blank = String.raw`[^\S\n\r]`
/** Of `US$5` the letters do not count. */
const written = new RegExp(
  String.raw`(?:(?<![\p{L}\d._^]|\^\{)|(?<=\p{L})(?=\p{Sc}))(?:(?<sign>[+-])\s*(?=\p{Sc}?${blank}*[\d.]))?(?:(?<money>\p{Sc})${blank}*)?(?<number>${digits})(?:${powers})?(?:\s*\/\s*(?<below>[1-9]\d*)(?![\d/]))?`,
  'giu',
)

/** In the same line, and not that of a number that follows. */
const moneyBehind = /^[^\S\n\r]*(\p{Sc})(?![^\S\n\r]*[\d.]*\d)/u

const magnitudes: Readonly<Record<string, number>> = { thousand: 1e3, million: 1e6, billion: 1e9, trillion: 1e12 }

/** All numbers, in their order. Those of sources and addresses are none, unless there are no others. */
export function readNumbers(text: string): readonly ReadNumber[] {
  const plain = text
    .replace(/(?<=\d)[⁰¹²³⁴-⁹⁻]+/g, (high) => `^${high.normalize('NFKC')}`)
    .replace(/[\u2212\u2013](?=\s*\p{Sc}?[^\S\n\r]*\d)/gu, '-')
  const told = numbersIn(withoutSources(plain))
  return told.length > 0 ? told : numbersIn(plain)
}

/** `[1]` behind what it is the source of, and where pages are. */
function withoutSources(text: string): string {
  return text.replace(/https?:\/\/[^\s)\]>]+/g, ' ').replace(/(?<=\S[^\S\n]*)\[\d{1,3}(?:\s*[,;-]\s*\d{1,3})*\]/g, ' ')
}

function numbersIn(plain: string): readonly ReadNumber[] {
  return [...plain.matchAll(written)].map(({ groups = {}, index, 0: all }) => {
    const size = sizeOf(groups) / below(plain, index, groups['below'])
    const after = plain.slice(index + all.length)
    const { unit: word, rest } = unitAfter(after)
    const magnitude = Object.hasOwn(magnitudes, word) ? magnitudes[word] : undefined
    const unit = magnitude === undefined ? word : unitAfter(rest).unit
    const money = groups['money'] ?? moneyBehind.exec(magnitude === undefined ? after : rest)?.[1] ?? ''
    // There is one zero.
    return { value: (isNegative(plain, index, groups['sign']) ? -1 : 1) * size * (magnitude ?? 1) + 0, unit, money }
  })
}

/** A stroke after a number takes away from it; it is no sign of the next: `10 - 3`, `5-7`. */
function isNegative(text: string, at: number, sign: string | undefined): boolean {
  return sign === '-' && !/[\d)%]\s*$/.test(text.slice(0, at))
}

/** What it is divided by: `3/4` is a number, a part of `3/4/2024` is none. */
function below(text: string, at: number, written: string | undefined): number {
  return written === undefined || /\/\s*$/.test(text.slice(0, at)) ? 1 : Number(written)
}

function sizeOf({ number = '', exponent = '', tens, power }: Readonly<Record<string, string | undefined>>): number {
  const shift = tens === undefined ? exponent : `e${tens}`
  return plainValue(number, shift) ** (power === undefined ? 1 : Number(power))
}

/** Which mark divides thousands and which the fraction is told by where they stand. */
function plainValue(number: string, exponent: string): number {
  const isCommaFraction = /^\d{1,3}(?:\.\d{3})+,\d+$|^\d+,\d{1,2}$/.test(number)
  const plain = isCommaFraction ? number.replaceAll('.', '').replace(',', '.') : number.replace(/[^\d.]/g, '')
  return Number(`${plain}${exponent}`)
}
