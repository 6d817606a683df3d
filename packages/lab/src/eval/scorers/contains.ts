/** The accepted words stand somewhere in the answer. */
import { plainWords } from './plain-words.ts'

/** Scripts that put no spaces between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/** Whole words, one after the other: `cat` is not in `category`, nor `12` in `12.5`. */
export function isContained(answer: string, accepted: string): boolean {
  const [given, wanted] = [plainWords(answer), plainWords(accepted)]
  if (wanted === '') return false
  return unspaced.test(wanted) ? given.includes(wanted) : ` ${given} `.includes(` ${wanted} `)
}
