/** Tavily: search made for models. */
import { z } from 'zod'
import { askProvider } from './ask-provider.ts'
import { fittedQuery, siteApart } from './query.ts'
import { ranked } from './results.ts'
import type { KeyedAccess, SearchProvider, SearchRequest } from './search-provider.ts'

const answer = z.object({
  results: z.array(
    z.object({
      url: z.string(),
      title: z.string().nullish(),
      content: z.string().nullish(),
      raw_content: z.string().nullish(),
      score: z.number().nullish(),
      published_date: z.string().nullish(),
    }),
  ),
})

/** Searches by Tavily. */
export function tavily({ fetch, clock, apiKey, url = 'https://api.tavily.com/search' }: KeyedAccess): SearchProvider {
  return {
    name: 'tavily',
    async search(request, signal) {
      const { results } = await askProvider({
        provider: 'Tavily',
        fetch,
        clock,
        url: new URL(url),
        headers: { authorization: `Bearer ${apiKey}` },
        body: bodyOf(request),
        schema: answer,
        signal,
      })
      const pages = results.map(({ content, raw_content, published_date, ...page }) => {
        return { ...page, snippet: content, content: raw_content, publishedAt: published_date }
      })
      return ranked(pages, request.count)
    },
  }
}

/** It does not understand `site:` in a query, and refuses long ones. */
function bodyOf({ query, count, freshness, site }: SearchRequest): Readonly<Record<string, unknown>> {
  const apart = siteApart(query, site)
  return {
    query: fittedQuery(apart.query, { chars: 400 }),
    max_results: Math.min(count, 20),
    ...(freshness && { time_range: freshness }),
    ...(apart.site && { include_domains: [apart.site] }),
  }
}
