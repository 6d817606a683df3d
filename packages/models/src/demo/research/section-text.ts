/** A section of a report: sentences as the passages have them, each with what it cites, in paragraphs. */
import type { EvidencePassage } from '../reading/evidence-passages.ts'
import { chosenQuotes, type Quote } from './chosen-quotes.ts'
import type { WantedSection } from './wanted-section.ts'

const mostParagraphs = 3
const shortestParagraph = 3

/** What a section says that has nothing to say: it claims nothing, so that it needs no source. */
export const nothingFound = 'Nothing was found on this.'

/** Undefined when the passages have no sentence that could stand in a report. */
export function sectionText(passages: readonly EvidencePassage[], wanted: WantedSection): string | undefined {
  const quotes = chosenQuotes(passages, wanted)
  if (quotes.length === 0) return undefined
  return paragraphsOf(quotes)
    .map((paragraph) => paragraph.map(cited).join(' '))
    .join('\n\n')
}

/** A paragraph ends where a passage does, when it is long enough. */
function paragraphsOf(quotes: readonly Quote[]): readonly (readonly Quote[])[] {
  const longEnough = Math.max(shortestParagraph, Math.ceil(quotes.length / mostParagraphs))
  const paragraphs: Quote[][] = []
  for (const quote of quotes) {
    const last = paragraphs.at(-1)
    const isEnd = last && last.length >= longEnough && last.at(-1)?.ids[0] !== quote.ids[0]
    if (!last || isEnd) paragraphs.push([quote])
    else last.push(quote)
  }
  return paragraphs
}

/** `The tower is of red brick [c4].` */
function cited({ text, ids }: Quote): string {
  const ending = /[.!?…。！？]{0,3}(["”’)]{0,3})$/.exec(text)
  const [stop = '', closing = ''] = ending ?? []
  const cites = ids.map((id) => `[${id}]`).join('')
  const isPlain = stop === `.${closing}` || stop === closing
  return isPlain ? `${text.slice(0, ending?.index)}${closing} ${cites}.` : `${text} ${cites}`
}
