/** The numbers in a text, as people write them. */

export type ReadNumber = {
  readonly value: number
  /** What stands behind it in small letters, `%` for per cent; empty when nothing does. */
  readonly unit: string
}

const digits = String.raw`\d{1,3}(?:[,\u0020\u00a0\u202f\u2009'’]\d{3})+(?:\.\d+)?(?!\d)|\d{1,3}(?:\.\d{3})+,\d+|(?<!\d,)\d+,\d{1,2}(?!\d)(?!,\d)|\d+(?:\.\d+)?|\.\d+`
const written = new RegExp(
  String.raw`(?<![\p{L}\d._])(?<sign>[+-](?=\s*[$€£]?[\d.]))?\s*[$€£¥]?(?<number>${digits})(?<exponent>e[+-]?\d+)?(?:\s*\/\s*(?<below>[1-9]\d*)(?![\d/]))?(?:\s*(?<unit>%|°?\p{L}[\p{L}²³/°]*))?`,
  'giu',
)

const magnitudes: Readonly<Record<string, number>> = { thousand: 1e3, million: 1e6, billion: 1e9, trillion: 1e12 }
const perCent: ReadonlySet<string> = new Set(['%', 'percent', 'per'])

/** All numbers, in their order. */
export function readNumbers(text: string): readonly ReadNumber[] {
  const plain = text.replace(/[\u2212\u2013](?=\s*[$€£]?\d)/g, '-')
  return [...plain.matchAll(written)].map(({ groups = {}, index, 0: all }) => {
    const size = plainValue(groups['number'] ?? '', groups['exponent'] ?? '') / below(plain, index, groups['below'])
    const word = (groups['unit'] ?? '').toLowerCase()
    const magnitude = Object.hasOwn(magnitudes, word) ? magnitudes[word] : undefined
    const unit = magnitude === undefined ? word : wordAfter(plain, index + all.length)
    // There is one zero.
    return {
      value: (isNegative(plain, index, groups['sign']) ? -1 : 1) * size * (magnitude ?? 1) + 0,
      unit: unitOf(unit),
    }
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

/** Which mark divides thousands and which the fraction is told by where they stand. */
function plainValue(number: string, exponent: string): number {
  const isCommaFraction = /^\d{1,3}(?:\.\d{3})+,\d+$|^\d+,\d{1,2}$/.test(number)
  const plain = isCommaFraction ? number.replaceAll('.', '').replace(',', '.') : number.replace(/[^\d.]/g, '')
  return Number(`${plain}${exponent}`)
}

function wordAfter(text: string, at: number): string {
  return /^\s*(%|°?\p{L}[\p{L}²³/°]*)/u.exec(text.slice(at))?.[1]?.toLowerCase() ?? ''
}

/** One of several is the same unit: `mile`, `miles`. */
function unitOf(word: string): string {
  if (perCent.has(word)) return '%'
  return word.length > 3 ? word.replace(/s$/, '') : word
}
