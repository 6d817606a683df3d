/** Whether two texts are in different languages, by their script and by the small words that every sentence has. */
import { functionWordCounts } from './function-words.ts'

/** What is known of the language of a text. */
export type Language = { readonly script: string; readonly counts: ReadonlyMap<string, number> }

const scripts: readonly (readonly [string, RegExp])[] = [
  ['Latin', /\p{sc=Latn}/gu],
  ['Cyrillic', /\p{sc=Cyrl}/gu],
  ['Greek', /\p{sc=Grek}/gu],
  ['Arabic', /\p{sc=Arab}/gu],
  ['Hebrew', /\p{sc=Hebr}/gu],
  ['Devanagari', /\p{sc=Deva}/gu],
  ['Thai', /\p{sc=Thai}/gu],
  ['Hangul', /\p{sc=Hang}/gu],
  ['Chinese or Japanese', /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]/gu],
]
/** So many small words of one language tell it, when the other language has at most half as many of them. */
const leastWords = 2
const mostOthers = 0.5
/** A language is told by so much of a text. */
const lookedAt = 4000

export function languageOf(text: string): Language {
  const shown = text.slice(0, lookedAt)
  const letters = scripts.map(([name, letter]) => ({ name, count: shown.match(letter)?.length ?? 0 }))
  const most = letters.reduce((best, each) => (each.count > best.count ? each : best))
  return { script: most.count > 0 ? most.name : '', counts: functionWordCounts(shown.match(/\p{L}+/gu) ?? []) }
}

export function areDifferentScripts(one: Language, other: Language): boolean {
  return one.script !== '' && other.script !== '' && one.script !== other.script
}

export function areDifferentLanguages(one: Language, other: Language): boolean {
  if (areDifferentScripts(one, other)) return true
  const [first, second] = [clearOf(one), clearOf(other)]
  if (first === undefined || second === undefined || first === second) return false
  return isClear(one, first, second) && isClear(other, second, first)
}

/** The language with most small words, if there are enough of them. */
function clearOf({ counts }: Language): string | undefined {
  const [[language, count] = ['', 0]] = [...counts].sort((a, b) => b[1] - a[1])
  return count >= leastWords ? language : undefined
}

function isClear({ counts }: Language, language: string, other: string): boolean {
  return (counts.get(other) ?? 0) <= (counts.get(language) ?? 0) * mostOthers
}
