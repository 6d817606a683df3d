/** The index in the place of a search engine: documents instead of passages, in the form web searches have. */
import type { KnowledgeDocument, KnowledgeFilter } from '@gyre/core'
import type { Found, Shelf } from '../ports.ts'
import { dayOf } from './day-of.ts'
import { addressOfSource } from './source-address.ts'

type Freshness = 'day' | 'week' | 'month' | 'year'

type LocalRequest = {
  readonly query: string
  readonly count: number
  readonly freshness?: Freshness | undefined
  /** A host: only its pages. */
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

export type LocalSearch = {
  readonly name: 'local'
  readonly description: string
  readonly permissions: readonly string[]
  search(request: LocalRequest, signal: AbortSignal): Promise<readonly LocalResult[]>
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

export function localSearch(shelf: () => Promise<Shelf>): LocalSearch {
  return {
    name: 'local',
    description: 'Searches the documents of this place in the way of a web search: nobody searches the web for it.',
    permissions: ['knowledge.read'],
    async search(request, signal) {
      const { highestLimit, search } = await import('../search/search.ts')
      const opened = await shelf()
      const { query, site } = siteApart(request)
      const filter = await filterOf(opened, { ...request, site })
      const limit = Math.min(highestLimit, chunksOfOne * request.count)
      // Documents differ enough: what is alike in one of them is shown once anyway.
      const found = await search(opened, query, { limit, filter, signal, variety: false })
      return resultsOf(opened, bestOfEach(found).slice(0, request.count))
    },
  }
}

/** Models write `site:example.org` into their queries, as people do. */
function siteApart({ query, site }: LocalRequest): Pick<LocalRequest, 'query' | 'site'> {
  const written = /(?:^|\s)site:(\S+)/i.exec(query)
  if (written === null) return { query, site }
  return { query: query.replace(written[0], ' ').trim(), site: site ?? written[1] }
}

async function filterOf({ store, owner, clock }: Shelf, request: LocalRequest): Promise<KnowledgeFilter> {
  const { freshness, site } = request
  return {
    ...(freshness && { since: clock.now() - freshnessMs[freshness] }),
    ...(site && { sources: (await store.list(owner)).map(({ source }) => source).filter((each) => isOf(each, site)) }),
  }
}

function isOf(source: string, site: string): boolean {
  const host = /^https?:/i.test(source) ? URL.parse(source)?.hostname : undefined
  const wanted = site.toLowerCase()
  return host === wanted || host?.endsWith(`.${wanted}`) === true
}

function bestOfEach(found: readonly Found[]): readonly Found[] {
  const best = new Map<string, Found>()
  for (const each of found) if (!best.has(each.chunk.document)) best.set(each.chunk.document, each)
  return [...best.values()]
}

async function resultsOf({ store }: Shelf, found: readonly Found[]): Promise<readonly LocalResult[]> {
  const documents = await Promise.all(found.map(({ chunk }) => store.get(chunk.document)))
  return found
    .map((each, index) => ({ each, document: documents[index] }))
    .filter((pair): pair is { each: Found; document: KnowledgeDocument } => pair.document !== undefined)
    .map(({ each, document }, index) => resultOf(each, document, index + 1))
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
