/** Numbers written as words: `seventeen`, `twenty-five`, `one hundred and five`, `two thousand`. */

const small = [
  ...['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'],
  ...['thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen'],
]
const tens = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']

/** Words for powers of a thousand. */
export const scales: ReadonlyMap<string, number> = new Map([
  ['thousand', 1e3],
  ['million', 1e6],
  ['billion', 1e9],
])

const values: ReadonlyMap<string, number> = new Map([
  ...small.map((word, value) => [word, value] as const),
  ...tens.map((word, index) => [word, (index + 2) * 10] as const),
])

const next = /(?:\s+|-)?([a-z]+)/iy

/** A number at the beginning of a text, and how long it is as written. */
export type WordNumber = { readonly value: number; readonly length: number }

/** What is counted so far: whole thousands, what is below them, and the smallest scale that was named. */
type Count = { total: number; below: number; scale: number }

/** The longest number that the text has at `start`. */
export function readNumberWords(text: string, start: number): WordNumber | undefined {
  const count: Count = { total: 0, below: Number.NaN, scale: Number.POSITIVE_INFINITY }
  let [at, end] = [start, start]
  for (let word = wordAt(text, at); word; word = wordAt(text, at)) {
    at = word.end
    if (isJoint(word.text, count, end === start)) continue
    if (!take(count, word.text)) break
    end = at
  }
  if (end === start) return undefined
  return { value: count.total + (Number.isNaN(count.below) ? 0 : count.below), length: end - start }
}

function wordAt(text: string, at: number): { readonly text: string; readonly end: number } | undefined {
  next.lastIndex = at
  const word = next.exec(text)?.[1]?.toLowerCase()
  return word === undefined ? undefined : { text: word, end: next.lastIndex }
}

/** `a hundred`, and `and` after a hundred or a thousand. They count only if a number goes on after them. */
function isJoint(word: string, count: Count, isFirst: boolean): boolean {
  if (word === 'a' && isFirst) {
    const isNew = Number.isNaN(count.below)
    if (isNew) count.below = 1
    return isNew
  }
  return word === 'and' && !isFirst && (count.below % 100 === 0 || (Number.isNaN(count.below) && count.total > 0))
}

function take(count: Count, word: string): boolean {
  const value = values.get(word)
  if (value !== undefined) return takeSmall(count, value)
  if (word === 'hundred') return takeHundred(count)
  const scale = scales.get(word)
  if (scale === undefined || scale >= count.scale || Number.isNaN(count.below)) return false
  count.total += count.below * scale
  count.below = Number.NaN
  count.scale = scale
  return true
}

/** One to nine go after twenty, all below a hundred after a hundred. */
function takeSmall(count: Count, value: number): boolean {
  const before = Number.isNaN(count.below) ? 0 : count.below
  const isFree = Number.isNaN(count.below) || (before >= 100 && before % 100 === 0)
  const goesOn = before % 100 >= 20 && before % 10 === 0 && value > 0 && value < 10
  if (!isFree && !goesOn) return false
  count.below = before + value
  return true
}

function takeHundred(count: Count): boolean {
  if (!(count.below > 0 && count.below < 100)) return false
  count.below *= 100
  return true
}
