/** The sentences of a text, and what of them are its author's own words: no code, no quotations. */

type Sentence = {
  /** As it is written. */
  readonly text: string
  /** The same with dots in the place of code and quotations. */
  readonly own: string
}

/** What others said, or nobody. Quotations end with their line; an apostrophe begins none. */
const foreign: readonly RegExp[] = [
  /^[ \t]{0,3}(`{3,9}|~{3,9})[^`\n]*\n(?:[\s\S]*?\n[ \t]{0,3}\1[`~]*[ \t]*$|[\s\S]*$(?![\s\S]))/gm,
  /^[ \t]{0,8}>.*$/gm,
  /`[^`\n]{1,400}`/g,
  /"[^"\n]{1,400}"/g,
  /“[^“”\n]{1,400}”/g,
  /„[^„“”\n]{1,400}[“”]/g,
  /«[^«»\n]{1,400}»/g,
  /»[^«»\n]{1,400}«/g,
  /‘[^‘’\n]{1,400}(?:’\p{L}{1,3}(?!\p{L})[^‘’\n]{0,400}){0,4}’(?!\p{L})/gu,
  /(?<![\p{L}\p{N}])'[^'\n]{1,400}(?:'\p{L}{1,3}(?!\p{L})[^'\n]{0,400}){0,4}'(?!\p{L})/gu,
]

/** A sentence is looked at so far. */
const longest = 400

/** Those at both ends of a text that is longer than twice `looked` characters; else all. */
export function sentencesIn(text: string, looked: number): readonly Sentence[] {
  const own = foreign.reduce((left, each) => left.replace(each, dotted), text)
  if (text.length <= 2 * looked) return sentencesOf(text, own)
  const begun = sentencesOf(text.slice(0, looked), own.slice(0, looked))
  return [...begun, ...sentencesOf(text.slice(-looked), own.slice(-looked))]
}

function sentencesOf(text: string, own: string): readonly Sentence[] {
  const ends = [...own.matchAll(/(?<=[.!?。])\s+|\n+/g)].map(({ index }) => index)
  return [0, ...ends].flatMap((start, index) => {
    const end = ends[index]
    const said = text.slice(start, end).trim().slice(0, longest)
    const from = text.indexOf(said, start)
    const ours = own.slice(from, from + said.length)
    return /[\p{L}\p{N}]/u.test(ours) ? [{ text: said, own: ours }] : []
  })
}

/** Of the same length, so that a place in one is the same place in the other. */
function dotted(found: string): string {
  return found.replace(/[^\n]/g, '·')
}
