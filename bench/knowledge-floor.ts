/** The least that a search has to do: FTS5 on a connection of its own, and a scan of vectors that lie side by side. */
import { DatabaseSync } from 'node:sqlite'
import type { KnowledgeStore } from '@gyre/core'

const limit = 50
const batch = 1_000

export type Floor = {
  /** How many chunks have one of the words, at most fifty. */
  text(query: string): number
  /** The score of the best, over a scan that keeps the best fifty. */
  vector(query: Float32Array): number
  close(): void
}

export async function floorOf(file: string, store: KnowledgeStore, embedder: string, owner: string): Promise<Floor> {
  const database = new DatabaseSync(file, { readOnly: true })
  const statement = database.prepare(
    `SELECT rowid FROM chunk_text WHERE chunk_text MATCH ? ORDER BY rank LIMIT ${limit}`,
  )
  const { vectors, dimensions } = await allVectors(store, embedder, owner)
  return {
    text: (query) => {
      const words = new Set(query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
      return statement.all([...words].map((word) => `"${word}"`).join(' OR ')).length
    },
    vector: (query) => bestScore(vectors, dimensions, query),
    close: () => database.close(),
  }
}

async function allVectors(store: KnowledgeStore, embedder: string, owner: string) {
  const known = (await store.overview(owner)).vectors.find((each) => each.embedder === embedder)
  if (!known) throw new Error(`There are no vectors of ${embedder}.`)
  const vectors = new Float32Array(known.count * known.dimensions)
  let filled = 0
  let ids: string[] = []
  const fill = async () => {
    for (const { vector } of await store.vectors(embedder, ids)) {
      vectors.set(vector, filled)
      filled += known.dimensions
    }
    ids = []
  }
  for (const { id } of await store.list(owner)) {
    for (const chunk of await store.chunksOf(id)) ids.push(chunk.id)
    if (ids.length >= batch) await fill()
  }
  await fill()
  return { vectors, dimensions: known.dimensions }
}

function bestScore(vectors: Float32Array, dimensions: number, query: Float32Array): number {
  const best = new Float64Array(limit).fill(Number.NEGATIVE_INFINITY)
  for (let start = 0; start < vectors.length; start += dimensions) {
    let score = 0
    for (let at = 0; at < dimensions; at++) score += (vectors[start + at] as number) * (query[at] as number)
    if (score <= (best[limit - 1] as number)) continue
    let place = limit - 1
    for (; place > 0 && (best[place - 1] as number) < score; place--) best[place] = best[place - 1] as number
    best[place] = score
  }
  return best[0] as number
}
