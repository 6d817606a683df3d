/** SearXNG: a metasearch engine that people run themselves. */
import { z } from 'zod'
import { askProvider } from './ask-provider.ts'
import { withSite } from './query.ts'
import { ranked } from './results.ts'
import type { ProviderAccess, SearchProvider, SearchRequest } from './search-provider.ts'

const answer = z.object({
  results: z.array(
    z.object({
      url: z.string(),
      title: z.string().nullish(),
      content: z.string().nullish(),
      score: z.number().nullish(),
      publishedDate: z.string().nullish(),
    }),
  ),
})

const meanings = { 403: 'it gives no JSON; add `json` to `search.formats` in its settings.yml' }

/** Searches by a SearXNG server, which needs no key. */
export function searxng({ fetch, clock, url }: ProviderAccess & { readonly url: string }): SearchProvider {
  return {
    name: 'searxng',
    async search(request, signal) {
      const provider = 'SearXNG'
      const address = addressOf(url, request)
      const { results } = await askProvider({ provider, fetch, clock, url: address, schema: answer, meanings, signal })
      const pages = results.map(({ content, publishedDate, ...page }) => {
        return { ...page, snippet: content, publishedAt: publishedDate }
      })
      return ranked(pages, request.count)
    },
  }
}

/** The address of the instance may have a path of its own. SearXNG knows no week. */
function addressOf(url: string, { query, freshness, site, language }: SearchRequest): URL {
  const address = new URL(`${url.replace(/\/+$/, '')}/search`)
  address.searchParams.set('q', withSite(query, site))
  address.searchParams.set('format', 'json')
  if (language) address.searchParams.set('language', language)
  if (freshness) address.searchParams.set('time_range', freshness === 'week' ? 'month' : freshness)
  return address
}
