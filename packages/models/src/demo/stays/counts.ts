/** Numbers as people say them of guests and nights: `3`, `a`, `twenty-one`, `four hundred`, `a couple of`. */
import { readNumberWords } from '../arithmetic/number-words.ts'

const units = 'one|two|three|four|five|six|seven|eight|nine'
const teens = 'ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen'
const tens = 'twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety'
const belowHundred = `(?:(?:${tens})(?:[ -](?:${units}))?|${teens}|${units})`
const words = `(?:a|${belowHundred}) (?:hundred|thousand)(?:(?: and)? ${belowHundred})?|${belowHundred}`

/** For patterns. */
export const countPattern = `\\d{1,5}|${words}|zero|no|(?:an?|one) single|a couple of|a few|an?`

/** `a few` are three: what was taken is said. */
export function countOf(said: string): number {
  if (/^\d+$/.test(said)) return Number(said)
  if (/^(?:zero|no)$/i.test(said)) return 0
  if (/^a couple of$/i.test(said)) return 2
  if (/^a few$/i.test(said)) return 3
  return readNumberWords(said.toLowerCase(), 0)?.value ?? 1
}
