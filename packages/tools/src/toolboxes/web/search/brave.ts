/** Brave Search. */
import { z } from 'zod'
import { askProvider } from './ask-provider.ts'
import { fittedQuery, withSite } from './query.ts'
import { ranked } from './results.ts'
import type { KeyedAccess, SearchProvider, SearchRequest } from './search-provider.ts'

const answer = z.object({
  // Absent when nothing was found.
  web: z
    .object({
      results: z.array(
        z.object({
          url: z.string(),
          title: z.string().nullish(),
          description: z.string().nullish(),
          extra_snippets: z.array(z.string()).nullish(),
          page_age: z.string().nullish(),
          age: z.string().nullish(),
        }),
      ),
    })
    .nullish(),
})

const periods = { day: 'pd', week: 'pw', month: 'pm', year: 'py' } as const

/** Searches by Brave Search. */
export function brave(access: KeyedAccess): SearchProvider {
  const { fetch, clock, apiKey, url = 'https://api.search.brave.com/res/v1/web/search' } = access
  return {
    name: 'brave',
    async search(request, signal) {
      const { web } = await askProvider({
        provider: 'Brave Search',
        fetch,
        clock,
        url: addressOf(url, request),
        headers: { 'x-subscription-token': apiKey },
        schema: answer,
        signal,
      })
      const pages = (web?.results ?? []).map((page) => ({
        url: page.url,
        title: page.title,
        snippet: [page.description ?? '', ...(page.extra_snippets ?? [])].join(' '),
        publishedAt: page.page_age ?? page.age,
      }))
      return ranked(pages, request.count)
    },
  }
}

function addressOf(url: string, { query, count, freshness, site, language, country }: SearchRequest): URL {
  const address = new URL(url)
  const { searchParams } = address
  searchParams.set('q', fittedQuery(withSite(query, site), { chars: 400, words: 50 }))
  searchParams.set('count', String(Math.min(count, 20)))
  if (freshness) searchParams.set('freshness', periods[freshness])
  if (language) searchParams.set('search_lang', language)
  if (country) searchParams.set('country', country)
  return address
}
