/** Letters of other alphabets that pass for Latin ones. */

const pairs =
  'аa бb вb гr еe зe иu кk мm нh оo пn рp сc тt уy хx ьb іi јj ѕs һh ԁd ԛq ԝw ѵv ӏl αa βb γy εe ζz ηn ιi κk μu νv οo ρp σo τt υu χx ωw օo ոn սu հh զq ցg'

const latin = new Map(pairs.split(' ').map((pair) => [pair.charCodeAt(0), pair.charCodeAt(1)]))

const own = 1
const mask = 2

/** In a word with Latin letters, look-alikes are made Latin. */
export function unmask(letters: Uint16Array): void {
  let start = 0
  let kinds = 0
  for (let at = 0; at < letters.length; at++) {
    const kind = kindOf(letters[at] ?? 0)
    kinds |= kind
    if (kind !== 0) continue
    if (kinds === (own | mask)) unmaskWord(letters, start, at)
    start = at + 1
    kinds = 0
  }
  if (kinds === (own | mask)) unmaskWord(letters, start, letters.length)
}

function kindOf(code: number): number {
  if (code < 0x80) return code >= 0x61 && code <= 0x7a ? own : 0
  // Greek, Cyrillic and Armenian.
  return code >= 0x370 && code < 0x590 && latin.has(code) ? mask : 0
}

function unmaskWord(letters: Uint16Array, start: number, end: number): void {
  for (let at = start; at < end; at++) letters[at] = latin.get(letters[at] ?? 0) ?? letters[at] ?? 0
}
