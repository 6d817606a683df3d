/** Whether texts speak of what a task asks for: a search gives what is nearest, however far away that is. */
import { contentWords } from '../lookup/content-words.ts'
import { askedFor } from './asked-for.ts'
import { isForeign, nameIn, saidIn, tellingThings } from './subject.ts'

/** Of so many texts one at least names what they are about; a title alone need not. */
const severalTexts = 3
const fewWords = 8

/** One word of several may be there by chance. */
const enoughWords = 2

/** `bridges and causeways`: a text is of one of them. */
const listing = /\p{Ll},? (?:and|or) \p{Ll}/u

/** Whether all of a heading stands above one of the texts; one word must be a name that the task has. */
export function haveAbove(abouts: readonly string[], heading: string, task: string): boolean {
  const wanted = new Set(contentWords(heading))
  const isName = wanted.size > 0 && wanted.isSubsetOf(new Set(contentWords(nameIn(task) ?? '')))
  const isKnown = wanted.size >= enoughWords || isName
  return isKnown && abouts.some((about) => wanted.isSubsetOf(new Set(contentWords(about))))
}

/** Of what a task asks for, `wanted` are the things to look for, each in all its names. */
export function speakOf(texts: readonly string[], task: string, wanted = tellingThings(task)): boolean {
  const spoken = texts.map(contentWords)
  const said = saidIn(texts.join('\n'), wanted)
  const enough = listing.test(askedFor(task)) ? 1 : Math.min(enoughWords, wanted.length)
  const areFew = spoken.filter(({ length }) => length >= fewWords).length < severalTexts
  return said >= enough && (areFew || spoken.some((words) => isNamedIn(words, task)))
}

/** One word of two stands for a name, `the Sound`; of a longer one two in a row, `Skerry Light`. */
function isNamedIn(words: readonly string[], task: string): boolean {
  // Other languages have capitals elsewhere.
  const name = isForeign(task) ? [] : contentWords(nameIn(task) ?? '')
  if (name.length <= 2) return name.length === 0 || name.some((word) => words.includes(word))
  const spoken = ` ${words.join(' ')} `
  return name.slice(1).some((word, at) => spoken.includes(` ${name[at]} ${word} `))
}
