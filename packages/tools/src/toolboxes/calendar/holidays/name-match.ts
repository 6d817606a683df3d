/** How well a name that somebody wrote fits the name of a holiday, whatever its spelling. */
import { changedLetters } from '../dates/nearest-words.ts'
import { plainWords } from '../dates/plain-words.ts'

/** A name in the forms that are compared. */
export type ComparableName = {
  readonly plain: string
  /** Without words that any holiday may have. */
  readonly core: string
  /** As it sounds, roughly: `Chanukah` and `Hanukka` are one. */
  readonly sound: string
}

/** From 4, the same letters, down to 1, a slip of the pen; 0 fits not at all. */
export type Fit = number

const common = new Set(
  'day days holiday holidays festival feast of the a an and al el ul tag fest fete dia de la le los du des del jour festa dag'.split(
    ' ',
  ),
)

export function comparable(name: string): ComparableName {
  const plain = plainWords(name)
  const words = plain.split(' ').filter((word) => !common.has(word))
  const core = words.length > 0 ? words.join(' ') : plain
  return { plain, core, sound: soundOf(core) }
}

export function fitOf(asked: ComparableName, known: ComparableName): Fit {
  if (asked.plain === known.plain) return 4
  if (asked.sound === known.sound && asked.sound !== '') return 3
  if (hasWordsOf(known.core, asked.core)) return 2
  const length = asked.sound.length
  const slips = length >= 8 ? 2 : length >= 5 ? 1 : 0
  return slips > 0 && changedLetters(asked.sound, known.sound, slips) <= slips ? 1 : 0
}

/** All words of a short name are in the long one: `Martin Luther King` of `Martin Luther King Jr. Day`. */
function hasWordsOf(long: string, short: string): boolean {
  if (short.length < 4) return false
  const words = new Set(long.split(' '))
  return short.split(' ').every((word) => words.has(word)) && words.size <= short.split(' ').length + 2
}

const spellings: readonly (readonly [RegExp, string])[] = [
  [/\bsaint\b|\bsankt\b|\bsan\b|\bsanta\b/g, 'st'],
  [/our\b/g, 'or'],
  [/sch|ch|kh/g, 'h'],
  [/ph/g, 'f'],
  [/(?<=[tdkg])h/g, ''],
  [/ck|q/g, 'k'],
  [/[vw]/g, 'v'],
  [/[yj]/g, 'i'],
  [/z/g, 's'],
  [/ee|ea/g, 'i'],
  [/oo|ou/g, 'u'],
  [/(\p{L})\1+/gu, '$1'],
  [/[eh]\b/g, ''],
  [/ /g, ''],
]

function soundOf(core: string): string {
  return spellings.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), core)
}

/** A name with another in brackets or after a slash is each of them. */
export function namesIn(name: string): readonly string[] {
  const inside = [...name.matchAll(/[([]([^)\]]+)[)\]]/g)].map((match) => match[1] ?? '')
  const outside = name.replace(/[([][^)\]]*[)\]]/g, ' ').trim()
  const parts = [outside, ...inside].flatMap((part) => part.split(/\s*\/\s*/)).filter((part) => part.trim() !== '')
  return [...new Set([name, ...parts])]
}
