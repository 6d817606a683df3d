/** Search: by words and by vectors, fused into one ranking of chunks that differ. */
import { type FoundChunk, GyreError, queryWords } from '@gyre/core'
import { checkEmbedder } from '../embed/embedder-check.ts'
import type { Found, RankingName, SearchOptions, Shelf } from '../ports.ts'
import { Turns } from '../turns.ts'
import { bodyOf } from './body-of.ts'
import { distinctChunks } from './distinct-chunks.ts'
import { chooseVaried } from './mmr.ts'
import { rankingsFor } from './rankings.ts'
import { type Fused, fuse } from './rrf.ts'
import { snippetOf } from './snippet.ts'

const usualLimit = 8
export const highestLimit = 100
const mostOfOneDocument = 3

/** How many of each ranking are fused: what several rankings have far down may still be best. */
const candidatesFor = (limit: number) => Math.max(50, 5 * limit)
/** How many are chosen from where variety counts. */
const choiceFor = (limit: number) => 3 * limit

/** Chunks for a query, best first. Any text is a query: no syntax; one without a word finds nothing. */
export async function search(shelf: Shelf, query: string, options: SearchOptions = {}): Promise<readonly Found[]> {
  const {
    limit = usualLimit,
    filter,
    hypothetical = [],
    variety = true,
    signal = new AbortController().signal,
  } = options
  checkLimit(limit)
  signal.throwIfAborted()
  if (queryWords(query).length === 0) return []
  await checkEmbedder(shelf)
  const ranking = { owner: shelf.owner, limit: candidatesFor(limit), ...(filter && { filter }) }
  const fused = fuse(await rankingsFor(shelf, { query, hypothetical, ranking, signal }))
  signal.throwIfAborted()
  const chunks = await shelf.store.chunks(fused.map(({ id }) => id))
  const most = filter?.sources?.length === 1 ? Number.POSITIVE_INFINITY : mostOfOneDocument
  const best = distinctChunks(chunks, most).slice(0, variety ? choiceFor(limit) : limit)
  const byId = new Map(fused.map((each) => [each.id, each]))
  const chosen = variety ? await varied(shelf, best, byId, limit) : best
  return withSnippets(chosen, byId, query)
}

function checkLimit(limit: number): void {
  if (Number.isInteger(limit) && limit >= 1 && limit <= highestLimit) return
  const message = `A search gives from 1 to ${highestLimit} results; ${limit} is no such number.`
  throw new GyreError('argument-invalid', message, { limit })
}

async function withSnippets(
  chunks: readonly FoundChunk[],
  fused: ReadonlyMap<string, Fused<RankingName>>,
  query: string,
): Promise<readonly Found[]> {
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
  fused: ReadonlyMap<string, Fused<RankingName>>,
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
