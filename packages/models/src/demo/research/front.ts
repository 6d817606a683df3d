/** The front of a report: a title from its task, and an abstract from what each section says first. */
import { paragraphsIn, withoutCitations } from './draft-sentences.ts'
import { isEntry } from './quotable.ts'
import { askedFor, capitalised, cutAtWord } from './subject.ts'

type Front = { readonly title: string; readonly abstract: string }

const longestTitle = 200

/** As many words as an abstract may have. */
const mostWords = 250

/** A shorter sentence says little by itself. */
const fewestWords = 5

const nothing = 'The sections say nothing that could be summed up.'

export function frontOf(task: string, sections: string): Front {
  const title = cutAtWord(capitalised(askedFor(task)), longestTitle) || 'Report'
  const said = bodiesIn(sections).flatMap((body) => firstTelling(body) ?? [])
  return { title, abstract: within(said, mostWords) || nothing }
}

function bodiesIn(sections: string): readonly string[] {
  return sections.split(/^#{1,6} .*$/m).filter((body) => body.trim() !== '')
}

function firstTelling(body: string): string | undefined {
  return paragraphsIn(body)
    .flat()
    .map(withoutCitations)
    .find(
      (sentence) => /[.!?…。！？]["”’)]{0,3}$/.test(sentence) && !isEntry(sentence) && countOf(sentence) >= fewestWords,
    )
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
