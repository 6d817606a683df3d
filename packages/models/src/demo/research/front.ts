/** The front of a report: a title from its task, and an abstract from what each section says first. */
import { askedFor, cutAtWord } from './asked-for.ts'
import { paragraphsIn, withoutCitations } from './draft-sentences.ts'
import { isEntry, isOpen } from './quotable.ts'
import { nothingFound } from './section-text.ts'
import { capitalised } from './subject.ts'

type Front = { readonly title: string; readonly abstract: string }

const longestTitle = 200

/** As many words as an abstract may have. */
const mostWords = 250

/** A shorter sentence says little by itself. */
const fewestWords = 5

const nothing = 'The sections say nothing that could be summed up.'

export function frontOf(task: string, sections: string): Front {
  const title = cutAtWord(capitalised(askedFor(task)), longestTitle) || 'Report'
  const first = bodiesIn(sections).flatMap((body) => firstTelling(body) ?? [])
  const said = first.filter((sentence) => sentence !== nothingFound)
  return { title, abstract: within(said.length > 0 ? said : first, mostWords) || nothing }
}

function bodiesIn(sections: string): readonly string[] {
  return sections.split(/^#{1,6} .*$/m).filter((body) => body.trim() !== '')
}

function firstTelling(body: string): string | undefined {
  return paragraphsIn(body).flat().map(withoutCitations).find(isTelling)
}

/** A whole sentence, and no entry of a table: those end as sentences do where they cite something. */
function isTelling(sentence: string): boolean {
  const isWhole = /[.!?…。！？]["”’)]{0,3}$/.test(sentence) && !isOpen(sentence)
  return isWhole && !isEntry(sentence.replace(/\.$/, '')) && countOf(sentence) >= fewestWords
}

function within(sentences: readonly string[], limit: number): string {
  const kept: string[] = []
  let words = 0
  for (const sentence of new Set(sentences)) {
    words += countOf(sentence)
    if (words > limit) break
    kept.push(sentence)
  }
  return kept.join(' ')
}

function countOf(sentence: string): number {
  return sentence.split(' ').length
}
