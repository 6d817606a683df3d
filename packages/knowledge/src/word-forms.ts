/** Words that differ in their endings alone. */

/** What must be the same for two words to be forms of one, and how much of each may differ after it. */
const leastStem = 4
const longestEnding = 3

/**
 * Whether two folded words are one with two endings, such as `ferry` and `ferries`. A guess that is right often enough
 * to mark words with. Numbers and names with digits in them have no endings.
 */
export function isFormOf(one: string, other: string): boolean {
  if (one === other) return true
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  const stem = commonStart(short, long)
  if (stem < leastStem || short.length - stem > 1 || long.length - stem > longestEnding) return false
  return !/\p{N}/u.test(long)
}

function commonStart(short: string, long: string): number {
  let at = 0
  while (at < short.length && short[at] === long[at]) at++
  return at
}
