/** Results of all providers in one form. */
import { canonicalUrl } from '../../../net/canonical-url.ts'
import type { SearchResult } from './search-provider.ts'

export type FoundPage = {
  readonly url: string
  readonly title?: string | null | undefined
  readonly snippet?: string | null | undefined
  readonly score?: number | null | undefined
  readonly publishedAt?: string | null | undefined
  readonly content?: string | null | undefined
}

/** Pages with an address a model may follow, each once, ranked as they came. */
export function ranked(pages: readonly FoundPage[], count: number): readonly SearchResult[] {
  const byAddress = new Map<string, FoundPage>()
  for (const page of pages) {
    const address = canonicalUrl(page.url)
    if (/^https?:/.test(address) && !byAddress.has(address)) byAddress.set(address, page)
  }
  return [...byAddress].slice(0, count).map(([url, page], index) => resultOf(url, page, index + 1))
}

function resultOf(url: string, page: FoundPage, rank: number): SearchResult {
  const { title, snippet, score, publishedAt, content } = page
  return {
    url,
    title: plain(title ?? '') || url,
    snippet: plain(snippet ?? ''),
    rank,
    ...(typeof score === 'number' && { score }),
    ...(publishedAt && { publishedAt }),
    ...(content && { content }),
  }
}

/** Providers set found words in bold and write entities. */
function plain(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    '&amp;': '&',
    '&lt;': '<',
    '&gt;': '>',
    '&quot;': '"',
    '&#39;': "'",
    '&#x27;': "'",
    '&nbsp;': ' ',
  }
  return text
    .replace(/<\/?(?:strong|b|em|i|mark|br)\s*\/?>/gi, '')
    .replace(/&(?:amp|lt|gt|quot|nbsp|#39|#x27);/g, (entity) => entities[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim()
}
