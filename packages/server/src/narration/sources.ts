/** The sources of an answer, where the loop names them in its details. */
import type { Json } from '@gyre/core'
import type { Source } from './moment.ts'

type Details = {
  readonly sources?: readonly { readonly number?: number; readonly title?: string; readonly url?: string }[]
  readonly citations?: readonly { readonly number?: number; readonly sentence?: string }[]
}

/** Of a long list of citations as many are shown as a reader looks at. */
const mostQuotes = 5

export function sourcesIn(details: Json): readonly Source[] {
  const { sources, citations } = (details ?? {}) as Details
  if (!Array.isArray(sources)) return []
  const cited = Array.isArray(citations) ? citations : []
  return sources.flatMap(({ number, title, url }) => {
    if (typeof number !== 'number' || typeof url !== 'string') return []
    const quotes = cited.filter((each) => each.number === number).map(({ sentence }) => String(sentence ?? ''))
    return [{ number, title: title || url, url, quotes: quotes.slice(0, mostQuotes) }]
  })
}
