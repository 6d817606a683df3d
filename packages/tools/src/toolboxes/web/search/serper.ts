/** Serper: results of Google. */
import { z } from 'zod'
import { askProvider } from './ask-provider.ts'
import { withSite } from './query.ts'
import { type FoundPage, ranked } from './results.ts'
import type { KeyedAccess, SearchProvider, SearchRequest } from './search-provider.ts'

const page = z.object({
  title: z.string().nullish(),
  link: z.string(),
  snippet: z.string().nullish(),
  position: z.number().nullish(),
  date: z.string().nullish(),
})

// Absent when nothing was found.
const answer = z.object({ organic: z.array(page).nullish() })

const periods = { day: 'qdr:d', week: 'qdr:w', month: 'qdr:m', year: 'qdr:y' } as const

/** Searches Google by Serper. */
export function serper({
  fetch,
  clock,
  apiKey,
  url = 'https://google.serper.dev/search',
}: KeyedAccess): SearchProvider {
  return {
    name: 'serper',
    async search(request, signal) {
      const { organic } = await askProvider({
        provider: 'Serper',
        fetch,
        clock,
        url: new URL(url),
        headers: { 'x-api-key': apiKey },
        body: bodyOf(request),
        schema: answer,
        signal,
      })
      return ranked([...(organic ?? [])].sort(byPosition).map(foundPage), request.count)
    },
  }
}

function byPosition(a: z.infer<typeof page>, b: z.infer<typeof page>): number {
  return (a.position ?? Number.MAX_SAFE_INTEGER) - (b.position ?? Number.MAX_SAFE_INTEGER)
}

function foundPage({ title, link, snippet, date }: z.infer<typeof page>): FoundPage {
  return { url: link, title, snippet, publishedAt: date }
}

function bodyOf({ query, count, freshness, site, language, country }: SearchRequest) {
  return {
    q: withSite(query, site),
    num: Math.min(count, 20),
    ...(country && { gl: country.toLowerCase() }),
    ...(language && { hl: language }),
    ...(freshness && { tbs: periods[freshness] }),
  }
}
