/** Reads files, folders and addresses into the index. What did not change since the last time is not touched. */
import { GyreError } from '@gyre/core'
import { checkEmbedder } from '../embed/embedder-check.ts'
import { type FilledVectors, fillVectors } from '../embed/fill-vectors.ts'
import type { Shelf } from '../ports.ts'
import type { Entry } from './entry.ts'
import { findEntries } from './finding/find-entries.ts'
import { goneDocuments } from './finding/gone-documents.ts'
import { PathRules } from './finding/path-rules.ts'
import { type IngestOptions, maxBytesOf, nobody } from './ingest-options.ts'
import { type IngestItem, type IngestReport, reportOf } from './ingest-report.ts'
import { IngestRun } from './ingest-run.ts'
import { loadEntry } from './reading/load-entry.ts'
import { readAhead } from './reading/read-ahead.ts'
import { refusedItems } from './refused-items.ts'

/** So many new chunks are embedded at once: then little is left to do when it is interrupted. */
const chunksPerFill = 400
/** Files that are read, and addresses that are fetched, at the same time. */
const width = { file: 2, url: 4 } as const

/**
 * Fails when the store or the embedder does, and when it is aborted: what is done by then stays, and the next run goes
 * on from there. A source that cannot be read is an item of the report.
 */
export async function ingest(
  shelf: Shelf,
  inputs: readonly string[],
  options: IngestOptions = {},
): Promise<IngestReport> {
  try {
    return await new Ingestion(shelf, options).run(inputs)
  } catch (error) {
    throw options.signal?.aborted ? aborted(error) : error
  }
}

function aborted(cause: unknown): GyreError {
  return new GyreError('aborted', 'Ingesting was aborted; what was done by then stays.', { cause })
}

class Ingestion {
  readonly #shelf: Shelf
  readonly #options: IngestOptions
  readonly #maxBytes: number
  readonly #items = new Map<string, IngestItem>()
  #total = 0
  #steps = 0
  #unfilled = 0

  constructor(shelf: Shelf, options: IngestOptions) {
    this.#shelf = shelf
    this.#options = options
    this.#maxBytes = maxBytesOf(options)
  }

  async run(inputs: readonly string[]): Promise<IngestReport> {
    const { signal, canonicalUrl = this.#shelf.canonicalUrl, onProgress } = this.#options
    await checkEmbedder(this.#shelf)
    const rules = new PathRules(this.#options)
    const onFound = (count: number) => onProgress?.({ type: 'found', count })
    const found = await findEntries(inputs, { rules, signal, canonicalUrl, onFound })
    const documents = await this.#shelf.store.list(this.#shelf.owner)
    const gone = await goneDocuments(documents, found, rules)
    const run = new IngestRun(this.#shelf, documents)
    this.#total = found.faults.length + gone.length + found.entries.length
    for (const item of found.faults) this.#done(item)
    // First of all: a file with a new name must not be taken for a copy of itself.
    for (const { source } of gone) {
      run.remove(source)
      this.#done({ source, status: 'removed', why: 'its file is gone' })
    }
    try {
      await this.#read(run, found.entries)
      await this.#lookAgain(run)
    } finally {
      // What was taken is kept, whatever comes after it.
      await run.settle()
    }
    await run.end()
    const refused = await refusedItems(this.#shelf.store, await this.#fill(run))
    this.#total += refused.length
    for (const item of refused) this.#done({ ...this.#items.get(item.source), ...item })
    return reportOf(this.#items.values())
  }

  async #read(run: IngestRun, entries: readonly Entry[]): Promise<void> {
    // Files first: they do not wait for the network.
    for (const kind of ['file', 'url'] as const) {
      const ofKind = entries.filter((entry) => entry.kind === kind)
      const load = (entry: Entry, signal: AbortSignal) => loadEntry(entry, this.#loadOptions(run, signal))
      for await (const [entry, loaded] of readAhead(ofKind, {
        width: width[kind],
        load,
        signal: this.#options.signal,
      })) {
        this.#options.signal?.throwIfAborted()
        this.#done(await run.take(entry.source, loaded))
        if (this.#unfilled >= chunksPerFill) await this.#fill(run)
      }
    }
  }

  /** What a duplicate was like may be gone by now, or say something else. */
  async #lookAgain(run: IngestRun): Promise<void> {
    for await (const item of run.lookAgain()) {
      this.#options.signal?.throwIfAborted()
      this.#total += 1
      this.#done(item)
      if (this.#unfilled >= chunksPerFill) await this.#fill(run)
    }
  }

  #loadOptions(run: IngestRun, signal: AbortSignal) {
    const { read, fetch } = { ...nobody, ...this.#options }
    const knownHash = (source: string) => run.knownHash(source)
    return { read, fetch, maxBytes: this.#maxBytes, signal, knownHash, now: () => this.#shelf.clock.now() }
  }

  #done(item: IngestItem): void {
    this.#items.delete(item.source)
    this.#items.set(item.source, item)
    this.#unfilled += item.chunks ?? 0
    this.#steps += 1
    this.#options.onProgress?.({ type: 'item', item, done: this.#steps, total: this.#total })
  }

  /** Chunks that the embedder refuses: it is asked again each time, so the last answer has them all. */
  async #fill(run: IngestRun): Promise<FilledVectors['refused']> {
    const { signal, onProgress } = this.#options
    this.#unfilled = 0
    await run.settle()
    const { refused } = await fillVectors(this.#shelf, {
      signal,
      onProgress: (done, total) => onProgress?.({ type: 'vectors', done, total }),
    })
    return refused
  }
}
