/** The same answer in the same words: case, a first article, sentence marks and spaces do not count, numbers count by value. */
import { plainWords } from './plain-words.ts'
import { uniformText } from './uniform-text.ts'

/** Whether the answer is the accepted one: as words, as a number, or as a list of those in this order. */
export function isExactly(answer: string, accepted: string): boolean {
  if (isSame(answer, accepted)) return true
  const [given, wanted] = [listOf(answer), listOf(accepted)]
  return (
    wanted.length > 1 && given.length === wanted.length && wanted.every((item, at) => isSame(given[at] ?? '', item))
  )
}

function isSame(answer: string, accepted: string): boolean {
  const wanted = plainNumber(accepted)
  if (wanted) return isSameNumber(plainNumber(answer), wanted)
  return plainWords(answer) === plainWords(accepted) || plainWords(joined(answer)) === plainWords(joined(accepted))
}

/** Who leaves the sign out means the one that was asked for; two signs are two things. */
function isSameNumber(given: PlainNumber | undefined, wanted: PlainNumber): boolean {
  return given?.value === wanted.value && (given.of === '' || wanted.of === '' || given.of === wanted.of)
}

/** `e-mail` is `email`, too. */
function joined(text: string): string {
  return text.replace(/(?<=\p{L})[-\u2010\u2011](?=\p{L}{2})/gu, '')
}

/** A comma between thousands divides nothing. */
function listOf(text: string): readonly string[] {
  return text.split(/;|,(?!\d{3}(?!\d))/).map((item) => item.trim())
}

const numberForm =
  /^(?<sign>[+-]?) ?(?<before>\p{Sc}?) ?(?<sign2>[+-]?)(?<digits>(?:\d{1,3}(?:,\d{3})+|\d{1,2}(?: \d{3})+|\d+)?(?:\.\d+)?(?:e[+-]?\d+)?) ?(?<behind>[\p{Sc}%]?)\.?$/u

/** `of` is its sign of money or per cent, empty where it has none. */
type PlainNumber = { readonly value: number; readonly of: string }

/** `$1,200`, `50 %`, `-3.0`: a number and nothing else but its signs. */
function plainNumber(text: string): PlainNumber | undefined {
  const found = numberForm.exec(unquoted(uniformText(text)))?.groups ?? {}
  const { sign = '', sign2 = '', digits = '', before = '', behind = '' } = found
  if (!/\d/.test(digits) || (sign !== '' && sign2 !== '') || (before !== '' && behind !== '')) return undefined
  // There is one zero.
  return { value: Number(`${sign}${sign2}${digits.replace(/[, ]/g, '')}`) + 0, of: before + behind }
}

function unquoted(text: string): string {
  return text.replace(/^(["'])(.*)\1$/, '$2')
}
