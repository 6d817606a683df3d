/** Acting: the searches of a round, and the pages they lead to, all at once. */
import type { LoopContext } from '../../kernel/context.ts'
import { cutPassages } from './passages.ts'
import { type Page, readPage, type Wanted } from './reading.ts'
import { sameAs } from './same-text.ts'
import { type Found, type Hit, searchFor } from './searching.ts'
import {
  type Chunk,
  type FailedSource,
  type PlannedSearch,
  type ResearchState,
  type SearchResult,
  type Source,
  sourcesById,
} from './state.ts'
import { orEnd, type Work } from './work.ts'

/** The state after a round of searching and reading. `isEnding`: the run is to end, and this is how far it came. */
export type Acted = { readonly state: ResearchState; readonly isEnding: boolean }

type Search = PlannedSearch & { readonly found: Found }

/** A page that is read for a search. */
type Reading = Wanted & { readonly search: Search | null }

export async function act(ctx: LoopContext, work: Work, state: ResearchState): Promise<Acted> {
  ctx.phase('executing')
  const searched = await ctx.map(
    state.planned,
    (search, branch) => orEnd(branch, async () => ({ ...search, found: await searchFor(branch, work, search.goal) })),
    { label: 'search' },
  )
  const searches = searched.filter((each) => each !== 'ended')
  const read = await readAll(ctx, work, chosenPages(state, searches, work))
  const isEnding = read.isEnding || searches.length < searched.length
  return { state: withSearches(withPages(state, read.outcomes, work), searches, read.outcomes), isEnding }
}

/** Pinned sources come first, whatever is searched for later. */
export async function readPinned(ctx: LoopContext, work: Work, state: ResearchState): Promise<Acted> {
  const { pinned } = work.config
  if (pinned.length === 0) return { state, isEnding: false }
  ctx.phase('executing')
  const wanted = pinned.map((url) => ({ url, place: placeOf(url, work), isPinned: true, search: null }))
  const { outcomes, isEnding } = await readAll(ctx, work, wanted)
  return { state: withPages(state, outcomes, work), isEnding }
}

/** An address is the web's, and a path the knowledge base's, where there is a choice. */
function placeOf(url: string, { places }: Work): Wanted['place'] {
  const isPage = /^https?:/i.test(url)
  const fitting = places.find(({ readTool }) => isPage === (readTool === 'web.fetch'))
  return fitting ?? (places[0] as Wanted['place'])
}

/** The best pages of each search that nobody has read or tried, within what a search and a topic may have. */
function chosenPages(state: ResearchState, searches: readonly Search[], { config }: Work): readonly Reading[] {
  const known = new Set([...state.urlToSource.keys(), ...state.failed.map(({ url }) => url)])
  const pagesOf = new Map<string, number>()
  for (const { topic, read } of state.results) pagesOf.set(topic, (pagesOf.get(topic) ?? 0) + read)
  const chosen: Reading[] = []
  for (const search of searches) {
    const before = pagesOf.get(search.topic) ?? 0
    const room = Math.min(config.pagesPerSearch, config.pagesPerTopic - before)
    const picked = search.found.hits.filter(({ url }) => !known.has(url)).slice(0, Math.max(0, room))
    for (const { url } of picked) known.add(url)
    pagesOf.set(search.topic, before + picked.length)
    chosen.push(...picked.map(({ url, place }: Hit) => ({ url, place, isPinned: false, search })))
  }
  return chosen
}

type Outcome = { readonly reading: Reading; readonly page: Page | FailedSource }
type Read = { readonly outcomes: readonly Outcome[]; readonly isEnding: boolean }

async function readAll(ctx: LoopContext, work: Work, wanted: readonly Reading[]): Promise<Read> {
  const read = await ctx.map(
    wanted,
    (reading, branch) => orEnd(branch, async () => ({ reading, page: await readPage(branch, work, reading) })),
    { label: 'read' },
  )
  return { outcomes: read.filter((each) => each !== 'ended'), isEnding: read.includes('ended') }
}

function withPages(state: ResearchState, outcomes: readonly Outcome[], work: Work): ResearchState {
  let after = state
  for (const { reading, page } of outcomes) {
    after = 'reason' in page ? withFailure(after, page) : withPage(after, page, reading, work)
  }
  return after
}

function withFailure(state: ResearchState, failed: FailedSource): ResearchState {
  return { ...state, failed: [...state.failed, failed] }
}

/** The state with a page more, cut into passages. One that says what another says is only counted. */
function withPage(state: ResearchState, page: Page, { url, search }: Reading, { config }: Work): ResearchState {
  const known = state.urlToSource.get(page.url)
  if (known) return { ...state, urlToSource: new Map([...state.urlToSource, [url, known]]) }
  const sources = sourcesById(state)
  const same = sameAs(page.text, [...sources.values()])
  const id = `s${sources.size + 1}`
  const source: Source = { ...page, id, isPinned: search === null, ...(same && { sameAs: same }) }
  const words = [search?.goal ?? state.query, ...state.outline.map(({ title }) => title)].join(' ')
  // What is pinned can be cited, whatever else says the same.
  const cut = same && search ? [] : cutPassages(source, { words, most: config.passagesPerPage })
  const fresh: readonly Chunk[] = cut.map((passage, at) => ({
    ...passage,
    id: `c${state.cutChunks + at + 1}`,
    source: id,
    host: page.host,
    foundFor: search?.topic ?? null,
  }))
  return {
    ...state,
    // Where it was looked for, and where that led to: neither is read again.
    urlToSource: new Map([...state.urlToSource, [page.url, source], [url, source]]),
    fresh: [...state.fresh, ...fresh],
    cutChunks: state.cutChunks + fresh.length,
  }
}

function withSearches(state: ResearchState, searches: readonly Search[], outcomes: readonly Outcome[]): ResearchState {
  const made = searches.map((search): SearchResult => {
    const { goal: query, topic, found } = search
    const read = outcomes.filter(({ reading, page }) => reading.search === search && !('reason' in page)).length
    const urls = found.hits.map(({ url }) => url)
    return { query, topic, cycle: state.cycles + 1, urls, read, ...(found.failure && { failure: found.failure }) }
  })
  const queries = [...state.queries, ...made.map(({ query }) => query)]
  return { ...state, results: [...state.results, ...made], queries }
}
