/** Words without the endings in which forms of one word differ. A guess: both sides of a comparison are cut alike. */

/** What stays of a word has at least so many letters. */
const leastStem = 3

const endings = ['ings', 'edly', 'ing', 'ies', 'ied', 'ily', 'es', 'ed', 'en', 'ly', 'e', 's', 'n', 'y']
/** Behind these an ending of a plural is taken off first, so that `passengers` goes on as `passenger` does. */
const plural = /(?<=[rnml])s$/
/** `families` and `family`. */
const turned = /(?:ies|ied|ily)$/

/** `stopped` and `stop`, `ferries` and `ferry`, `Schiffe` and `Schiff`, `passengers` and `passenger`. */
export function stemOf(word: string): string {
  const single = word.length > leastStem + 1 ? word.replace(turned, 'y').replace(plural, '') : word
  const person = single.length > leastStem + 2 ? single.replace(/ers?n?$/, '') : single
  const ending = endings.find((each) => person.endsWith(each) && person.length - each.length >= leastStem)
  const cut = ending ? person.slice(0, -ending.length) : person
  return cut.length > leastStem && cut.at(-1) === cut.at(-2) ? cut.slice(0, -1) : cut
}

/** A name keeps all but the `s` of a plural: else `Marren` would be `Marr`. */
export function nameStem(word: string): string {
  return word.length > leastStem && word.endsWith('s') ? word.slice(0, -1) : word
}
