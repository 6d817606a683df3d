/** The index in the place of a search engine: documents instead of passages, in the form web searches have. */
import type { KnowledgeDocument, KnowledgeFilter } from '@gyre/core'
import type { Found, Shelf, ShelfOf } from '../ports.ts'
import { dayOf } from './day-of.ts'
import { type Sites, sitesApart } from './sites.ts'
import { addressOfSource } from './source-address.ts'

type Freshness = 'day' | 'week' | 'month' | 'year'

type LocalRequest = {
  readonly query: string
  readonly count: number
  readonly freshness?: Freshness | undefined
  /** A host, or an address on it: only its pages. */
  readonly site?: string | undefined
}

type LocalResult = {
  readonly url: string
  readonly title: string
  readonly snippet: string
  readonly rank: number
  readonly score: number
  readonly publishedAt?: string
  readonly content: string
}

/** The index as a search provider of the web toolbox. */
export type LocalSearch = {
  readonly name: 'local'
  readonly description: string
  readonly permissions: readonly string[]
  search(request: LocalRequest, signal: AbortSignal, owner?: string): Promise<readonly LocalResult[]>
}

const longestContent = 20_000
/** A search gives up to three chunks of one document. */
const chunksOfOne = 3

const dayMs = 86_400_000
const freshnessMs: Readonly<Record<Freshness, number>> = {
  day: dayMs,
  week: 7 * dayMs,
  month: 31 * dayMs,
  year: 366 * dayMs,
}

/** The same, over the index of whoever asks. */
export function localSearch(shelf: ShelfOf): LocalSearch {
  return {
    name: 'local',
    description: 'Searches the documents of this place in the way of a web search: nobody searches the web for it.',
    permissions: ['knowledge.read'],
    async search(request, signal, owner = 'local') {
      const { highestLimit, search } = await import('../search/search.ts')
      const opened = await shelf(owner)
      const { query, allows } = sitesApart(request.query, request.site)
      const filter = await filterOf(opened, request.freshness, allows)
      const limit = Math.min(highestLimit, chunksOfOne * request.count)
      // Documents differ enough: what is alike in one of them is shown once anyway.
      const found = await search(opened, query, { limit, filter, signal, variety: false })
      return resultsOf(opened, bestOfEach(found).slice(0, request.count))
    },
  }
}

async function filterOf(
  { store, owner, clock }: Shelf,
  freshness: Freshness | undefined,
  allows: Sites['allows'],
): Promise<KnowledgeFilter> {
  return {
    ...(freshness && { since: clock.now() - freshnessMs[freshness] }),
    ...(allows && { sources: (await store.list(owner)).map(({ source }) => source).filter(allows) }),
  }
}

function bestOfEach(found: readonly Found[]): readonly Found[] {
  const best = new Map<string, Found>()
  for (const each of found) if (!best.has(each.chunk.document)) best.set(each.chunk.document, each)
  return [...best.values()]
}

async function resultsOf({ store, remark }: Shelf, found: readonly Found[]): Promise<readonly LocalResult[]> {
  const documents = await Promise.all(found.map(({ chunk }) => store.get(chunk.document)))
  return (
    found
      .map((each, index) => ({ each, document: documents[index] }))
      .filter((pair): pair is { each: Found; document: KnowledgeDocument } => pair.document !== undefined)
      .map(({ each, document }, index) => resultOf(each, document, index + 1))
      // A list has no place above it: what is to be said of all documents stands with each.
      .map((result) => (remark === undefined ? result : { ...result, snippet: `(${remark}) ${result.snippet}` }))
  )
}

function resultOf({ chunk, snippet, score }: Found, document: KnowledgeDocument, rank: number): LocalResult {
  const publishedAt = dayOf(document.at)
  return {
    url: addressOfSource(chunk.source),
    title: chunk.title || chunk.source,
    snippet: snippet.text,
    rank,
    score,
    ...(publishedAt && { publishedAt }),
    content: document.text.slice(0, longestContent).toWellFormed(),
  }
}
