/** The vector of a query. The last queries are remembered: asking the same again costs nothing. */
import type { Embedder } from '@gyre/core'
import { checkedVectors } from './checked-vectors.ts'
import { embeddable } from './embeddable.ts'

const mostRemembered = 200

/** By embedder, and gone with it. The query that was asked longest ago comes first. */
const remembered = new WeakMap<Embedder, Map<string, Float32Array>>()

/** A vector of one's own: it may be changed. */
export async function queryVector(embedder: Embedder, query: string, signal: AbortSignal): Promise<Float32Array> {
  const queries = queriesOf(embedder)
  const text = embeddable(query)
  const vector = queries.get(text) ?? (await embedded(embedder, text, signal))
  queries.delete(text)
  queries.set(text, vector)
  const [oldest] = queries.keys()
  if (queries.size > mostRemembered && oldest !== undefined) queries.delete(oldest)
  return vector.slice()
}

async function embedded(embedder: Embedder, text: string, signal: AbortSignal): Promise<Float32Array> {
  const [vector = new Float32Array()] = await checkedVectors(embedder, [text], signal)
  return vector
}

function queriesOf(embedder: Embedder): Map<string, Float32Array> {
  const known = remembered.get(embedder)
  if (known) return known
  const queries = new Map<string, Float32Array>()
  remembered.set(embedder, queries)
  return queries
}
