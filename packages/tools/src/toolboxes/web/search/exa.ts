/** Exa: search by meaning. */
import { type Clock, systemClock } from '@gyre/core'
import { z } from 'zod'
import { askProvider } from './ask-provider.ts'
import { siteApart } from './query.ts'
import { ranked } from './results.ts'
import type { Freshness, KeyedAccess, SearchProvider, SearchRequest } from './search-provider.ts'

const answer = z.object({
  results: z.array(
    z.object({
      url: z.string(),
      title: z.string().nullish(),
      publishedDate: z.string().nullish(),
      score: z.number().nullish(),
      text: z.string().nullish(),
      highlights: z.array(z.string()).nullish(),
    }),
  ),
})

const days = { day: 1, week: 7, month: 31, year: 366 } as const

/** Searches by Exa, by meaning. */
export function exa(access: KeyedAccess): SearchProvider {
  const { fetch, clock = systemClock, apiKey, url = 'https://api.exa.ai/search' } = access
  return {
    name: 'exa',
    async search(request, signal) {
      const { results } = await askProvider({
        provider: 'Exa',
        fetch,
        clock,
        url: new URL(url),
        headers: { 'x-api-key': apiKey },
        body: bodyOf(request, clock),
        schema: answer,
        signal,
      })
      const pages = results.map(({ publishedDate, text, highlights, ...page }) => {
        return { ...page, snippet: (highlights ?? []).join(' … '), content: text, publishedAt: publishedDate }
      })
      return ranked(pages, request.count)
    },
  }
}

/** What shall be given of each page is asked for in `contents`; beside it, it would be ignored. */
function bodyOf({ query, count, freshness, site }: SearchRequest, clock: Clock): Readonly<Record<string, unknown>> {
  const apart = siteApart(query, site)
  return {
    query: apart.query,
    type: 'auto',
    numResults: Math.min(count, 20),
    ...(apart.site && { includeDomains: [apart.site] }),
    ...(freshness && { startPublishedDate: since(freshness, clock) }),
    contents: { highlights: true },
  }
}

function since(freshness: Freshness, clock: Clock): string {
  return new Date(clock.now() - days[freshness] * 86_400_000).toISOString()
}
