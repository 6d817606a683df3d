/** Reads chunks for edges and saves what was found: each chunk with what its whole document shows. */
import { type ChunkEdges, type FoundChunk, GyreError, toGyreError } from '@gyre/core'
import type { Shelf } from '../ports.ts'
import { Turns } from '../turns.ts'
import type { EdgeReader } from './chunk-edge.ts'
import { type DocumentNames, documentNames } from './rules/document-names.ts'

export type FailedChunk = { readonly chunk: string; readonly error: GyreError }

export type ReadChunks = { readonly read: number; readonly edges: number; readonly failed: readonly FailedChunk[] }

type Work = { readonly reader: EdgeReader; readonly signal?: AbortSignal | undefined; onChunk?(): void }

/** So many failures one after the other are no longer a matter of single chunks. */
const mostInARow = 10

export async function readChunks(shelf: Shelf, ids: readonly string[], work: Work): Promise<ReadChunks> {
  const reading = new Reading(shelf, work)
  const queue = [...(await shelf.store.chunks(ids))].reverse()
  const lane = async (): Promise<void> => {
    for (let chunk = queue.pop(); chunk; chunk = queue.pop()) await reading.read(chunk)
  }
  const lanes = await Promise.allSettled(Array.from({ length: work.reader.atOnce }, lane))
  await reading.save()
  for (const { status, ...lane } of lanes) if (status === 'rejected') throw (lane as PromiseRejectedResult).reason
  return reading.report()
}

class Reading {
  readonly #shelf: Shelf
  readonly #work: Work
  readonly #failed: FailedChunk[] = []
  #found: ChunkEdges[] = []
  #document: { readonly id: string; readonly names: Promise<DocumentNames> } | undefined
  #read = 0
  #edges = 0
  #failedInARow = 0
  readonly #turns = new Turns()

  constructor(shelf: Shelf, work: Work) {
    this.#shelf = shelf
    this.#work = work
  }

  async read(chunk: FoundChunk): Promise<void> {
    const { reader, signal, onChunk } = this.#work
    checkGoing(signal, this.#failedInARow >= mostInARow ? this.#failed.at(-1) : undefined)
    try {
      const edges = await reader.read(chunk, await this.#namesOf(chunk.document), signal)
      this.#found.push({ chunk: chunk.id, edges })
      this.#read++
      this.#edges += edges.length
      this.#failedInARow = 0
    } catch (error) {
      checkGoing(signal)
      this.#failed.push({ chunk: chunk.id, error: toGyreError(error, 'model-failed') })
      this.#failedInARow++
    }
    if (this.#found.length >= reader.saveAfter) await this.save()
    onChunk?.()
    if (this.#turns.isOver) await this.#turns.give()
  }

  async save(): Promise<void> {
    const found = this.#found
    this.#found = []
    if (found.length > 0) await this.#shelf.store.putEdges(this.#work.reader.id, found)
  }

  report(): ReadChunks {
    return { read: this.#read, edges: this.#edges, failed: this.#failed }
  }

  /** Chunks come document by document: the last one is enough to keep. */
  async #namesOf(id: string): Promise<DocumentNames> {
    if (this.#document?.id !== id) {
      this.#document = { id, names: this.#shelf.store.chunksOf(id).then(documentNames) }
    }
    return this.#document.names
  }
}

function checkGoing(signal: AbortSignal | undefined, failure?: FailedChunk): void {
  if (failure) throw failure.error
  if (!signal?.aborted) return
  throw new GyreError('aborted', 'Reading for the graph was stopped. What was read is kept.', { cause: signal.reason })
}
