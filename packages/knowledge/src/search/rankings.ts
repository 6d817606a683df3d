/** The rankings a search is made of, asked for side by side. */
import type { Ranked, RankOptions } from '@gyre/core'
import { queryVector } from '../embed/query-vector.ts'
import type { Hypothetical, RankingName, Shelf } from '../ports.ts'
import { hydeVector } from './hyde.ts'
import { embedderKind, rankingWeights } from './ranking-weights.ts'
import type { WeightedRanking } from './rrf.ts'

export type Asked = {
  readonly query: string
  readonly hypothetical: readonly Hypothetical[]
  readonly ranking: RankOptions
  readonly signal: AbortSignal
}

export async function rankingsFor(shelf: Shelf, asked: Asked): Promise<readonly WeightedRanking<RankingName>[]> {
  const { embedder, store } = shelf
  const { query, hypothetical, ranking, signal } = asked
  const own = queryVector(embedder, query, signal)
  // The vector of made-up passages holds the query as well: it stands in for the query's own.
  const name = hypothetical.length > 0 ? 'hyde' : 'vector'
  const meant = name === 'hyde' ? hydeVector(embedder, own, hypothetical, signal) : own
  const [byText, byVector] = await Promise.all([
    store.rankByText(query, ranking),
    meant.then((found) => near(shelf, found, ranking)),
  ])
  const weights = rankingWeights[embedderKind(embedder.id)]
  const weighted = (of: RankingName, ranked: readonly Ranked[]) => ({
    name: of,
    weight: weights[of],
    ids: ranked.map(({ chunk }) => chunk),
  })
  return [weighted('text', byText), weighted(name, byVector)]
}

async function near(
  { embedder, store }: Shelf,
  vector: Float32Array | undefined,
  ranking: RankOptions,
): Promise<readonly Ranked[]> {
  // Nothing is nearer to a vector of zeros than anything else.
  if (!vector?.some((value) => value !== 0)) return []
  const ranked = await store.rankByVector(embedder.id, vector, ranking)
  // Vectors of words that point elsewhere have no word in common: such a chunk was not found, it was left over.
  return embedderKind(embedder.id) === 'lexical' ? ranked.filter(({ score }) => score > 0) : ranked
}
