/**
 * Reads everything on the shelf that a reader has not read yet; the rules only what nobody has. What is read is kept:
 * it goes on where it stopped.
 */
import type { Shelf } from '../ports.ts'
import type { EdgeReader } from './chunk-edge.ts'
import { rulesReader } from './extract-rules.ts'
import { type FailedChunk, readChunks } from './read-chunks.ts'

/** Who reads the chunks, and whether those that were read before are read again. */
export type BuildGraphOptions = {
  /** The rules when left out. */
  readonly extract?: EdgeReader
  /** Whether the rules read again what a model read, and what it found goes. */
  readonly replace?: boolean
  readonly signal?: AbortSignal
  onProgress?(done: number, total: number): void
}

/** How many chunks were read and what came of them. One that fails does not stop the others. */
export type BuiltGraph = {
  readonly reader: string
  /** Chunks that were read now, and the edges they gave. */
  readonly read: number
  readonly edges: number
  /** They stay unread: the next build tries them again. */
  readonly failed: readonly FailedChunk[]
}

const batchSize = 256

/** Reads relations between names out of the chunks that were not read yet. */
export async function buildGraph(shelf: Shelf, options: BuildGraphOptions = {}): Promise<BuiltGraph> {
  const { extract: reader = rulesReader, replace = false, signal, onProgress } = options
  const { store, owner } = shelf
  // What a model found was paid for.
  const whose = reader.id === rulesReader.id && !replace ? null : reader.id
  const { chunks } = await store.overview(owner)
  const total = (await store.withoutEdges(whose, owner, Math.max(1, chunks))).length
  const tried = new Set<string>()
  const failed: FailedChunk[] = []
  let [read, edges, done] = [0, 0, 0]
  const onChunk = (): void => onProgress?.(++done, Math.max(total, done))
  for (;;) {
    const unread = await store.withoutEdges(whose, owner, batchSize + failed.length)
    const batch = unread.filter((id) => !tried.has(id))
    if (batch.length === 0) return { reader: reader.id, read, edges, failed }
    for (const id of batch) tried.add(id)
    const result = await readChunks(shelf, batch, { reader, signal, onChunk })
    read += result.read
    edges += result.edges
    failed.push(...result.failed)
  }
}
