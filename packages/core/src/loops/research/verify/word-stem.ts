/** Words without the endings in which forms of one word differ. A guess: both sides of a comparison are cut alike. */

/** What stays of a word has at least so many letters. */
const leastStem = 3

const endings = ['ings', 'edly', 'ing', 'ies', 'ied', 'ily', 'es', 'ed', 'en', 'er', 'ly', 'e', 's', 'n', 'y']

/** `stopped` and `stop`, `ferries` and `ferry`, `Schiffe` and `Schiff`. */
export function stemOf(word: string): string {
  const ending = endings.find((each) => word.endsWith(each) && word.length - each.length >= leastStem)
  const cut = ending ? word.slice(0, -ending.length) : word
  return cut.length > leastStem && cut.at(-1) === cut.at(-2) ? cut.slice(0, -1) : cut
}

/** A name keeps all but the `s` of a plural: else `Marren` would be `Marr`. */
export function nameStem(word: string): string {
  return word.length > leastStem && word.endsWith('s') ? word.slice(0, -1) : word
}
