/** Finding memories: by words and by vector, fused into one ranking. */
import { GyreError, type MemoryFilter, type MemoryRecord, queryWords, wordsOf } from '@gyre/core'
import { fuse } from '../search/rrf.ts'
import { Turns } from '../turns.ts'
import type { OwnShelf } from './memory-shelf.ts'
import { questionVector } from './text-vector.ts'

export type RecalledMemory = MemoryRecord & {
  /** How near it is to the query, from 0 to 1. */
  readonly score: number
  /** What the score is of: vectors, or the share of the query's words where it has no vector to compare. */
  readonly by: 'vector' | 'words'
}

export type RecallOptions = { readonly limit: number; readonly kind?: string }

const highestLimit = 100

/** How many of each ranking are fused: what is far down in both may still be best. */
const candidatesFor = (limit: number) => Math.max(50, 5 * limit)

/** Memories for a query, best first, equal ones by id. Any text is a query: no syntax; one without a word finds nothing. */
export async function recallMemories(
  shelf: OwnShelf,
  query: string,
  { limit, kind }: RecallOptions,
): Promise<readonly RecalledMemory[]> {
  checkLimit(limit)
  const words = queryWords(query)
  if (words.length === 0) return []
  const { owner, clock, store } = shelf
  const filter = { owner, now: clock.now(), limit: candidatesFor(limit), ...(kind !== undefined && { kind }) }
  const [byText, near] = await Promise.all([store.rankByText(query, filter), nearest(shelf, query, filter)])
  const found = new Map([...byText, ...near.ranked].map((memory) => [memory.id, memory]))
  const cosines = new Map(near.ranked.map(({ id, score }) => [id, withinBounds(score)]))
  const best = fuse([
    { name: 'text', weight: 1, ids: byText.map(({ id }) => id) },
    // What points elsewhere was not found: it was left over.
    { name: 'vector', weight: 1, ids: near.ranked.filter(({ score }) => score > 0).map(({ id }) => id) },
  ])
  const items: RecalledMemory[] = []
  const turns = new Turns()
  for (const { id } of best.slice(0, limit)) {
    const memory = found.get(id)
    if (!memory) continue
    const bound = near.bound(memory)
    const score = cosines.get(id) ?? Math.min(shareOf(words, memory), bound ?? 1)
    items.push({ ...memory, score, by: cosines.has(id) || bound !== undefined ? 'vector' : 'words' })
    if (turns.isOver) await turns.give()
  }
  return items
}

type Scored = MemoryRecord & { readonly score: number }

type Near = {
  readonly ranked: readonly Scored[]
  /** How near one can be that is not ranked: no nearer than the last. Undefined for one that was not compared. */
  readonly bound: (memory: MemoryRecord) => number | undefined
}

/** Nobody is compared when the embedder says nothing. */
async function nearest(shelf: OwnShelf, query: string, filter: MemoryFilter): Promise<Near> {
  const vector = await questionVector(shelf, query)
  if (vector === undefined) return { ranked: [], bound: () => undefined }
  const { id } = shelf.embedder
  const ranked = await shelf.store.rankByVector(id, vector, filter)
  const last = withinBounds(ranked.at(-1)?.score ?? 0)
  const isCompared = (memory: MemoryRecord) => memory.embedder === id && memory.vector?.length === vector.length
  return { ranked, bound: (memory) => (isCompared(memory) ? last : undefined) }
}

/** How many of the words a memory has, of all. */
function shareOf(words: readonly string[], { text }: MemoryRecord): number {
  const own = new Set(wordsOf(text))
  return words.filter((word) => own.has(word)).length / words.length
}

function withinBounds(score: number): number {
  return Math.min(1, Math.max(0, score))
}

function checkLimit(limit: number): void {
  if (Number.isInteger(limit) && limit >= 1 && limit <= highestLimit) return
  const message = `From 1 to ${highestLimit} memories can be recalled; \`${String(limit)}\` is no such number.`
  throw new GyreError('argument-invalid', message, { limit })
}
