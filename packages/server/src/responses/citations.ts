/** Where an answer cites its sources: `[2]` in the text, as positions that clients can link. */
import type { Source } from '../narration/moment.ts'
import type { UrlCitation } from './response-wire.ts'

const marks = /\[(\d{1,4})\]/g

/** One for each mark whose source is known and has an address, in the order of the text. */
export function citationsIn(text: string, sources: readonly Source[]): readonly UrlCitation[] {
  const byNumber = new Map(sources.map((source) => [source.number, source]))
  return [...text.matchAll(marks)].flatMap((mark): readonly UrlCitation[] => {
    const source = byNumber.get(Number(mark[1]))
    if (!source || source.url === '') return []
    const { url, title } = source
    return [{ type: 'url_citation', url, title, start_index: mark.index, end_index: mark.index + mark[0].length }]
  })
}
