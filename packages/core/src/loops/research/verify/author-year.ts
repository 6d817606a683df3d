/** Citations by author and year, such as `Smith et al., 2020`. */
import { isMonth } from './dates.ts'

/** Longer texts are sentences. */
const longest = 160
const year = /^(?:1[5-9]|20)\d\d[a-z]?$/
const joining = /^(?:et|al\.?|and|und|de|von|van|der|pp?\.|S\.|see|cf\.|vgl\.|siehe|\d{1,4}(?:[–-]\d{1,4})?)$/
/** Before a year they make a date, and no author. */
const seasons =
  /^(?:spring|summer|autumn|fall|winter|frühling|frühjahr|sommer|herbst|in|on|by|since|until|from|about)$/i

export function namesAuthor(inside: string): boolean {
  if (inside.length > longest) return false
  const words = inside.split(/[\s,;&]+/).filter((word) => word !== '')
  const names = words.filter((word) => /^\p{Lu}/u.test(word) && !joining.test(word))
  const isDate = names.some((name) => isMonth(name) || seasons.test(name))
  const areAll = words.every((word) => year.test(word) || joining.test(word) || names.includes(word))
  return names.length > 0 && !isDate && areAll && words.some((word) => year.test(word))
}
