/** Whether two answers to one question exclude each other, as far as code can tell: by their numbers and names. */
import type { TaskResult } from './result.ts'

export type Contradiction = {
  readonly question: string
  readonly earlier: Statement
  readonly later: Statement
}

type Statement = Pick<TaskResult, 'id' | 'round' | 'confidence'> & { readonly says: string }

/** Two texts about one question differ when each has a number, or each only names, that the other has not. */
export function contradicts(one: string, other: string, question = ''): boolean {
  const asked = { numbers: numbersIn(question), names: namesIn(question) }
  const numbers = [numbersIn(one), numbersIn(other)].map((found) => without(found, asked.numbers))
  const [ours = new Set(), theirs = new Set()] = numbers
  if (ours.size > 0 && theirs.size > 0) return !ours.isSubsetOf(theirs) && !theirs.isSubsetOf(ours)
  // One may say more than the other; only where they share nothing are they about different things.
  const [mine = new Set(), yours = new Set()] = [namesIn(one), namesIn(other)].map((found) =>
    without(found, asked.names),
  )
  return mine.size > 0 && yours.size > 0 && mine.isDisjointFrom(yours)
}

function without(found: ReadonlySet<string>, known: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...found].filter((each) => !known.has(each)))
}

/** The numbers of a text in one form: `1,000` and `1.000` are 1000, `7,5` is 7.5. A number of a list is none. */
export function numbersIn(text: string): ReadonlySet<string> {
  const listed = text.replace(/^[ \t]{0,8}\d{1,3}[.)][ \t]/gm, ' ')
  const found = listed.match(/(?<![\p{L}\d])[-−]?\d+(?:[.,]\d+)*/gu) ?? []
  return new Set(found.map((number) => plainNumber(number.replace('−', '-'))))
}

function plainNumber(written: string): string {
  const isGrouped = /^-?\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*(?:(?!\1)[.,]\d+)?$/.exec(written)
  const ungrouped = isGrouped?.[1] ? written.replaceAll(isGrouped[1], '') : written
  return String(Number(ungrouped.replace(',', '.'))).replace('NaN', written)
}

/** The words of a text. Case, accents and punctuation make no difference. */
export function foldedWords(text: string): readonly string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return plain.match(/[\p{L}\p{N}]+/gu) ?? []
}

/** Words that begin sentences and name nothing. */
const beginnings = new Set(
  foldedWords(
    'the a an it its this that these those there here he she they we you i in on at by of for from to as and or but if not no yes is are was were der die das ein eine es ist sind le la les un une il elle est el los las una es ella according answer so then both each all',
  ),
)

/** Words with a capital, folded. */
export function namesIn(text: string): ReadonlySet<string> {
  const capitals = text.match(/(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{M}'’-]+/gu) ?? []
  return new Set(
    capitals.flatMap((word) => foldedWords(word)).filter((word) => word.length > 2 && !beginnings.has(word)),
  )
}
