/** Search: by words and by vectors, fused into one ranking of chunks that differ. */
import { type FoundChunk, GyreError, queryWords } from '@gyre/core'
import { embeddedText } from '../embed/embedded-text.ts'
import { checkSearched } from '../embed/embedder-check.ts'
import type { Found, RankingName, SearchOptions, Shelf } from '../ports.ts'
import { Turns } from '../turns.ts'
import { bodyOf } from './body-of.ts'
import { distinctChunks } from './distinct-chunks.ts'
import { chooseVaried } from './mmr.ts'
import { embedderKind } from './ranking-weights.ts'
import { rankingsFor } from './rankings.ts'
import { type Fused, fuse } from './rrf.ts'
import { sharesLetters } from './shared-letters.ts'
import { snippetOf } from './snippet.ts'

const usualLimit = 8
export const highestLimit = 100
const mostOfOneDocument = 3

/** How many of each ranking are fused: what several rankings have far down may still be best. */
const candidatesFor = (limit: number) => Math.max(50, 5 * limit)
/** When a few documents fill the rankings, what is below them is looked at too, so many times as deep each time. */
const deeper = 4
const mostCandidates = 2_000
/** How many are chosen from where variety counts. */
const choiceFor = (limit: number) => 3 * limit

/** Chunks for a query, best first. Any text is a query: no syntax; one without a word finds nothing. */
export async function search(shelf: Shelf, query: string, options: SearchOptions = {}): Promise<readonly Found[]> {
  const { limit = usualLimit, variety = true, signal = new AbortController().signal } = options
  checkLimit(limit)
  signal.throwIfAborted()
  if (queryWords(query).length === 0) return []
  await checkSearched(shelf)
  const { chunks, fused } = await candidates(shelf, query, { ...options, limit, signal })
  const best = chunks.slice(0, variety ? choiceFor(limit) : limit)
  const chosen = variety ? await varied(shelf, best, fused, limit) : best
  return withSnippets(chosen, fused, query)
}

function checkLimit(limit: number): void {
  if (Number.isInteger(limit) && limit >= 1 && limit <= highestLimit) return
  const message = `A search gives from 1 to ${highestLimit} results; ${limit} is no such number.`
  throw new GyreError('argument-invalid', message, { limit })
}

type FusedById = ReadonlyMap<string, Fused<RankingName>>
type Sought = SearchOptions & { readonly limit: number; readonly signal: AbortSignal }

/** Best first, each with something of its own: as many as are asked for, unless there are no more. */
async function candidates(shelf: Shelf, query: string, { limit, filter, hypothetical = [], signal }: Sought) {
  const rankings = rankingsFor(shelf, { query, hypothetical, signal })
  const isFound = foundBy(shelf, query)
  const most = filter?.sources?.length === 1 ? Number.POSITIVE_INFINITY : mostOfOneDocument
  for (let depth = candidatesFor(limit); ; depth = Math.min(deeper * depth, mostCandidates)) {
    const ranked = await rankings({ owner: shelf.owner, limit: depth, ...(filter && { filter }) })
    signal.throwIfAborted()
    const fused: FusedById = new Map(fuse(ranked).map((each) => [each.id, each]))
    const all = await shelf.store.chunks([...fused.keys()])
    const chunks = distinctChunks(
      all.filter((chunk) => isFound(chunk, fused.get(chunk.id)?.ranks)),
      most,
    )
    const isAll = depth >= mostCandidates || ranked.every(({ ids }) => ids.length < depth)
    if (chunks.length >= limit || isAll) return { chunks, fused }
  }
}

/**
 * Hashes of letters meet by chance: near a query that has nothing in common with any text there is always something.
 * A floor does not tell it apart, for words with a wrong letter in them score no higher than chance does: so what
 * vectors of words alone have found is looked at itself.
 */
function foundBy(
  { embedder }: Shelf,
  query: string,
): (chunk: FoundChunk, ranks: Found['ranks'] | undefined) => boolean {
  if (embedderKind(embedder.id) === 'semantic') return () => true
  const isShared = sharesLetters(query)
  return (chunk, ranks = {}) => ranks.text !== undefined || ranks.hyde !== undefined || isShared(embeddedText(chunk))
}

async function withSnippets(chunks: readonly FoundChunk[], fused: FusedById, query: string): Promise<readonly Found[]> {
  const found: Found[] = []
  const turns = new Turns()
  for (const chunk of chunks) {
    const { score = 0, ranks = {} } = fused.get(chunk.id) ?? {}
    found.push({ chunk, score, ranks, snippet: snippetOf(bodyOf(chunk.text, chunk.headings), query) })
    if (turns.isOver) await turns.give()
  }
  return found
}

async function varied(
  { store, embedder }: Shelf,
  chunks: readonly FoundChunk[],
  fused: FusedById,
  limit: number,
): Promise<readonly FoundChunk[]> {
  const ids = chunks.map(({ id }) => id)
  const vectors = new Map((await store.vectors(embedder.id, ids)).map((each) => [each.chunk, each.vector]))
  const byId = new Map(chunks.map((chunk) => [chunk.id, chunk]))
  const chosen = await chooseVaried(
    ids.map((id) => ({ id, relevance: fused.get(id)?.score ?? 0, vector: vectors.get(id) })),
    limit,
  )
  return chosen.map((id) => byId.get(id)).filter((chunk) => chunk !== undefined)
}
