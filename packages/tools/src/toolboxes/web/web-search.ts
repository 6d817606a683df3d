/** `web.search`: pages for a query, from whichever provider there is. */
import { defineTool, type Json, type Tool, toolOutput } from '@gyre/core'
import { z } from 'zod'
import type { SearchProvider, SearchResult } from './search/search-provider.ts'

const input = z.object({
  query: z.string().trim().min(1).describe('What to look for, in a few words.'),
  count: z.int().min(1).max(20).default(8).describe('How many results.'),
  freshness: z.enum(['day', 'week', 'month', 'year']).optional().describe('Only pages not older than this.'),
  site: z
    .string()
    .regex(/^[\w.-]+\.[a-z]{2,}$/i, 'a host such as example.org')
    .optional()
    .describe('Only pages of this host.'),
  language: z
    .string()
    .regex(/^[a-z]{2}$/i, 'two letters such as en')
    .optional(),
  country: z
    .string()
    .regex(/^[a-z]{2}$/i, 'two letters such as US')
    .optional(),
})

export function webSearch(provider: SearchProvider): Tool {
  return defineTool({
    name: 'web.search',
    description: `${provider.description ?? 'Searches the web.'} Gives titles, addresses and short extracts; read a page with web.fetch.`,
    input,
    effect: 'pure',
    timeoutMs: 30_000,
    permissions: provider.permissions ?? ['net'],
    limits: { concurrency: 4 },
    run: async (request, { signal, owner }) => {
      const results = await provider.search(request, signal, owner)
      return toolOutput({
        text: listOf(request.query, results),
        data: results as unknown as Json,
        untrusted: { from: `web.search (${provider.name})` },
      })
    },
  })
}

function listOf(query: string, results: readonly SearchResult[]): string {
  if (results.length === 0) return `Nothing was found for "${query}". Try other or fewer words.`
  return results.map(entryOf).join('\n\n')
}

function entryOf({ rank, title, url, snippet, publishedAt }: SearchResult): string {
  const date = publishedAt ? ` (${publishedAt})` : ''
  return `${rank}. ${title}${date}\n   ${url}${snippet ? `\n   ${snippet}` : ''}`
}
