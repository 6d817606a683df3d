/** The rankings a search is made of, asked for side by side. */
import type { Ranked, RankOptions } from '@gyre/core'
import type { Hypothetical } from '@gyre/core/text'
import { checkVectorLength } from '../embed/embedder-check.ts'
import { queryVector } from '../embed/query-vector.ts'
import type { RankingName, Shelf } from '../ports.ts'
import { hydeVector } from './hyde.ts'
import { embedderKind, rankingWeights } from './ranking-weights.ts'
import type { WeightedRanking } from './rrf.ts'

export type Asked = {
  readonly query: string
  readonly hypothetical: readonly Hypothetical[]
  readonly signal: AbortSignal
}

/** Asks the store. Deeper rankings are asked for with the same vector: it is made once. */
export type RankingsOf = (ranking: RankOptions) => Promise<readonly WeightedRanking<RankingName>[]>

export function rankingsFor(shelf: Shelf, { query, hypothetical, signal }: Asked): RankingsOf {
  const { embedder, store } = shelf
  // The vector of made-up passages holds the query as well: it stands in for the query's own.
  const name = hypothetical.length > 0 ? 'hyde' : 'vector'
  const weights = rankingWeights[embedderKind(embedder.id)]
  const weighted = (of: RankingName, ranked: readonly Ranked[]) => ({
    name: of,
    weight: weights[of],
    ids: ranked.map(({ chunk }) => chunk),
  })
  let meant: Promise<Float32Array | undefined> | undefined
  return async (ranking) => {
    meant ??= vectorFor(shelf, { query, hypothetical, signal })
    const [byText, byVector] = await Promise.all([
      store.rankByText(query, ranking),
      meant.then((found) => near(shelf, found, ranking)),
    ])
    return [weighted('text', byText), weighted(name, byVector)]
  }
}

function vectorFor({ embedder }: Shelf, { query, hypothetical, signal }: Asked): Promise<Float32Array | undefined> {
  const own = queryVector(embedder, query, signal)
  return hypothetical.length > 0 ? hydeVector(embedder, own, hypothetical, signal) : own
}

async function near(shelf: Shelf, vector: Float32Array | undefined, ranking: RankOptions): Promise<readonly Ranked[]> {
  // Nothing is nearer to a vector of zeros than anything else.
  if (!vector?.some((value) => value !== 0)) return []
  const { embedder, store } = shelf
  const ranked = await store.rankByVector(embedder.id, vector, ranking)
  if (ranked.length === 0) await checkVectorLength(shelf, vector.length)
  // Vectors of words that point elsewhere have no word in common: such a chunk was not found, it was left over.
  return embedderKind(embedder.id) === 'lexical' ? ranked.filter(({ score }) => score > 0) : ranked
}
