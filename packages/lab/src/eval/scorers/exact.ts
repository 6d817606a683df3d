/** The same answer in the same words: case, articles, punctuation and spaces do not count, and numbers count by value. */
import { plainWords } from './plain-words.ts'

/** Whether the answer is the accepted one: as words, as a number, or as a list of those in this order. */
export function isExactly(answer: string, accepted: string): boolean {
  if (isSame(answer, accepted)) return true
  const [given, wanted] = [listOf(answer), listOf(accepted)]
  return (
    wanted.length > 1 && given.length === wanted.length && wanted.every((item, at) => isSame(given[at] ?? '', item))
  )
}

function isSame(answer: string, accepted: string): boolean {
  const number = plainNumber(accepted)
  if (number !== undefined) return plainNumber(answer) === number
  return plainWords(answer) === plainWords(accepted)
}

/** A comma between thousands divides nothing. */
function listOf(text: string): readonly string[] {
  return text.split(/;|,(?!\d{3}(?!\d))/).map((item) => item.trim())
}

/** `$1,200`, `50 %`, `-3.0`: a number and nothing else but its signs. */
function plainNumber(text: string): number | undefined {
  const bare = text
    .normalize('NFKC')
    .replace(/\u2212/g, '-')
    .replace(/[$€£%\s]/g, '')
    .replace(/\.$/, '')
  if (!/^[+-]?(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(bare) || !/\d/.test(bare)) return undefined
  // There is one zero.
  return Number(bare.replaceAll(',', '')) + 0
}
