/** One run: takes what was read, decides what becomes of it, and writes it. */
import type { Json, JsonObject, KnowledgeDocument } from '@gyre/core'
import { chunkText } from '../chunk/chunk-text.ts'
import { documentId } from '../document-id.ts'
import type { Shelf } from '../ports.ts'
import { chunkId } from './content-hash.ts'
import type { Entry, Loaded } from './entry.ts'
import type { IngestItem, IngestStatus } from './ingest-report.ts'
import { NearDuplicates, type Printed } from './near-duplicates.ts'
import { saveDocument } from './save-document.ts'
import { fingerprintOf } from './simhash.ts'
import { WritesUnderWay } from './writes-under-way.ts'

type Listed = Omit<KnowledgeDocument, 'text'>
type Read = Extract<Loaded, { status: 'read' }>

export class IngestRun {
  readonly #shelf: Shelf
  readonly #known: Map<string, Listed>
  readonly #alike = new NearDuplicates()
  /** Entries that were not kept, with the document each was like. */
  readonly #duplicates = new Map<string, { readonly entry: Entry; readonly like: string }>()
  /** Documents that are not what they were when the run began. */
  readonly #altered = new Set<string>()
  readonly #writes = new WritesUnderWay()
  /** Documents to be removed, all at once: a removal tidies up the whole text index. */
  #leaving: string[] = []

  constructor(shelf: Shelf, documents: readonly Listed[]) {
    this.#shelf = shelf
    this.#known = new Map(documents.map((document) => [document.source, document]))
    for (const document of documents) {
      const printed = printedOf(document)
      if (printed) this.#alike.add(printed)
    }
  }

  knownHash(source: string): string | undefined {
    return this.#known.get(source)?.hash
  }

  /** What comes of it is on disk after `settle`. */
  async take(entry: Entry, loaded: Loaded): Promise<IngestItem> {
    const { source } = entry
    if (loaded.status === 'unchanged') return { source, status: 'unchanged' }
    if (loaded.status === 'read') return this.#keep(entry, loaded)
    // What it was is known no longer to be so only when it could be read.
    const isCleared = loaded.status === 'skipped' && this.remove(source)
    return {
      source,
      status: loaded.status,
      why: isCleared ? `${loaded.why}; its earlier text was removed` : loaded.why,
    }
  }

  /** Writes down all that was decided. */
  async settle(): Promise<void> {
    await this.#writes.end()
    const leaving = this.#leaving
    this.#leaving = []
    if (leaving.length > 0) await this.#shelf.store.remove(leaving)
  }

  /** Whether there was one. */
  remove(source: string): boolean {
    const document = this.#known.get(source)
    if (document === undefined) return false
    this.#leaving.push(document.id)
    this.#known.delete(source)
    this.#alike.remove(document.id)
    this.#altered.add(document.id)
    return true
  }

  /** Those that were like a document which is another one now: they are to be looked at again. */
  takeUnsettled(): readonly Entry[] {
    const unsettled = [...this.#duplicates.values()].filter(({ like }) => this.#altered.has(like))
    for (const { entry } of unsettled) this.#duplicates.delete(entry.source)
    this.#altered.clear()
    return unsettled.map(({ entry }) => entry)
  }

  async #keep(entry: Entry, { content, hash, at }: Read): Promise<IngestItem> {
    const { source } = entry
    const id = documentId(this.#shelf.owner, source)
    const printed: Printed = { id, source, ...(await fingerprintOf(content.text)) }
    const like = this.#alike.like(printed)
    if (like) {
      this.remove(source)
      this.#duplicates.set(source, { entry, like: like.id })
      return { source, status: 'duplicate', why: `it says the same as ${like.source}` }
    }
    const { text, title, mediaType, writing, remarks } = content
    const { simhash, isShort, figures } = printed
    const data: JsonObject = { simhash, isShort, figures, remarks }
    const document = { id, owner: this.#shelf.owner, source, title, mediaType, hash, text, at, data }
    const cut = await chunkText(text, { title, writing })
    const chunks = cut.map((chunk, number) => ({ ...chunk, id: chunkId(id, hash, number), document: id }))
    const isKnown = this.#known.has(source)
    await this.#writes.begin(() => saveDocument(this.#shelf, { document, chunks, isKnown }))
    this.#noteSaved(document, printed)
    const status: IngestStatus = isKnown ? 'changed' : 'added'
    return { source, status, ...(remarks.length > 0 && { why: remarks.join('; ') }), chunks: chunks.length }
  }

  #noteSaved({ text: _, ...document }: KnowledgeDocument, printed: Printed): void {
    if (this.#known.has(document.source)) this.#altered.add(document.id)
    this.#known.set(document.source, document)
    this.#alike.add(printed)
  }
}

function printedOf({ id, source, data }: Listed): Printed | undefined {
  const { simhash, isShort, figures }: Record<string, Json> = isObject(data) ? data : {}
  const isPrint = typeof simhash === 'string' && /^[0-9a-f]{16}$/.test(simhash)
  return isPrint ? { id, source, simhash, isShort: isShort === true, figures: String(figures) } : undefined
}

function isObject(data: Json): data is Record<string, Json> {
  return typeof data === 'object' && data !== null && !Array.isArray(data)
}
