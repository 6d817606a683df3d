/** To which of the sections of a report a sentence belongs: no two of them should say the same. */
import { contentWords } from '../lookup/content-words.ts'
import { facetOf, usualWords } from './facets.ts'
import type { Unit } from './quotable.ts'

const thisOne = / \(this one\)$/

/** What a passage is about says more than a word that its sentences mention. */
const weightOf = { about: 1, mentioned: 0.6, side: 1 } as const

/** A heading of many words has some of them in many sentences. */
const breadth = 0.75

/** Whether it fits the section as well as those before it, and better than those behind it; `headings` as an author is shown them. */
export function belongsHere(headings: string | undefined): (unit: Unit) => boolean {
  const lines = [...(headings ?? '').matchAll(/^- (.+)$/gm)].map(([, line = '']) => line)
  const here = lines.findIndex((line) => thisOne.test(line))
  const fits = lines.map((line) => fitOf(line.replace(thisOne, '')))
  return (unit) => {
    const scores = fits.map((fit) => fit(unit))
    return here < 0 || scores.indexOf(Math.max(...scores)) === here
  }
}

function fitOf(heading: string): (unit: Unit) => number {
  const side = facetOf(heading)
  const all = new Set(contentWords(heading))
  const words = side ? all.difference(usualWords) : all
  return ({ passage, sentences }) => {
    const said = new Set(contentWords(sentences.join(' ')))
    const about = new Set(contentWords(passage.about))
    const named = words.intersection(about).size * weightOf.about
    const mentioned = words.intersection(said).difference(about).size * weightOf.mentioned
    const isOfSide = side !== undefined && !side.words.isDisjointFrom(said)
    return (named + mentioned) / Math.max(1, words.size) ** breadth + (isOfSide ? weightOf.side : 0)
  }
}
