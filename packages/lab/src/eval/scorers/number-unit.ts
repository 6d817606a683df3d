/** What a number counts, told by the word behind it. */

const behind = /^[^\S\n\r]*(?<unit>%|per[^\S\n\r]?cent(?!\p{L})|°?\p{L}[\p{L}²³/°]*)/iu

/** Words that go on with the sentence: `42 of them`, `12 per day`. */
const otherWords: ReadonlySet<string> = new Set(
  'and are as at because but by for from has have he i if is it not on or of out over per she since so than that the their then there they this to until was we were when where which while who with you'.split(
    ' ',
  ),
)

/** Units as well, where nothing follows: `5 in` are inches, `42 in total` are not. */
const perhapsOthers: ReadonlySet<string> = new Set(['a', 'in'])

/** The unit in small letters, empty when there is none, and what follows it. It stands in the same line. */
export function unitAfter(text: string): { readonly unit: string; readonly rest: string } {
  const found = behind.exec(text)
  if (!found) return { unit: '', rest: text }
  const word = (found.groups?.['unit'] ?? '').toLowerCase()
  const rest = text.slice(found[0].length)
  const isOther = otherWords.has(word) || (perhapsOthers.has(word) && /^[^\S\n\r]+[\p{L}\d]/u.test(rest))
  return isOther ? { unit: '', rest: text } : { unit: plainUnit(word), rest }
}

/** One of several is the same unit: `mile`, `miles`. */
function plainUnit(word: string): string {
  if (/^(?:%|per\s?cent)$/.test(word)) return '%'
  return word.length > 3 ? word.replace(/s$/, '') : word
}
