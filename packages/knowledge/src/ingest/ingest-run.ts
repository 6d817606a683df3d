/** One run: takes what was read, decides what becomes of it, and writes it. */
import type { KnowledgeDocument } from '@gyre/core'
import { chunkText } from '../chunk-text.ts'
import { documentId } from '../document-id.ts'
import type { Shelf } from '../ports.ts'
import { type DocumentNotes, dataOf, isDuplicate, likeOf, printedOf, remarksOf, writingOf } from './document-data.ts'
import type { Loaded } from './entry.ts'
import type { IngestItem } from './ingest-report.ts'
import { NearDuplicates, type Printed } from './likeness/near-duplicates.ts'
import { haveSameWords } from './likeness/same-words.ts'
import { fingerprintOf } from './likeness/simhash.ts'
import { chunkId } from './reading/content-hash.ts'
import { saveDocument } from './save-document.ts'
import { WritesUnderWay } from './writes-under-way.ts'

type Listed = Omit<KnowledgeDocument, 'text'>
type Read = Extract<Loaded, { status: 'read' }>
type Draft = Omit<KnowledgeDocument, 'data'>

export class IngestRun {
  readonly #shelf: Shelf
  readonly #known: Map<string, Listed>
  /** Sources of which something was found when the run began. */
  readonly #found: ReadonlySet<string>
  readonly #alike = new NearDuplicates()
  readonly #writes = new WritesUnderWay()
  /** Documents to be removed, all at once: a removal tidies up the whole text index. */
  #leaving: string[] = []
  /** Earlier versions left words behind, which go with a removal. */
  #hasReplaced = false

  constructor(shelf: Shelf, documents: readonly Listed[]) {
    this.#shelf = shelf
    this.#known = new Map(documents.map((document) => [document.source, document]))
    this.#found = new Set(documents.filter((each) => !isDuplicate(each)).map(({ source }) => source))
    for (const document of documents) this.#noteLikeness(document)
  }

  knownHash(source: string): string | undefined {
    return this.#known.get(source)?.hash
  }

  /** What comes of it is on disk after `settle`. */
  async take(source: string, loaded: Loaded): Promise<IngestItem> {
    if (loaded.status === 'unchanged') return { source, status: 'unchanged' }
    if (loaded.status === 'read') return this.#keep(source, loaded)
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

  /** The same at the end of the run, when nothing of earlier versions may be left. */
  async end(): Promise<void> {
    await this.settle()
    if (this.#hasReplaced) await this.#shelf.store.remove([])
  }

  /** Whether there was one. */
  remove(source: string): boolean {
    const document = this.#known.get(source)
    if (document === undefined) return false
    this.#leaving.push(document.id)
    this.#known.delete(source)
    this.#alike.remove(document.id)
    return true
  }

  /** Duplicates of what is gone, or says something else now, are judged anew by the text that was kept of them. */
  async *lookAgain(): AsyncGenerator<IngestItem> {
    const documents = [...this.#known.values()]
    const originals = new Map(documents.filter((each) => !isDuplicate(each)).map(({ id, hash }) => [id, hash]))
    for (const listed of documents) {
      const like = likeOf(listed)
      if (like === undefined || originals.get(like.id) === like.hash) continue
      await this.#writes.end()
      const document = await this.#shelf.store.get(listed.id)
      if (document === undefined) continue
      const [remarks, writing] = [remarksOf(listed), writingOf(listed)]
      const fingerprint = printedOf(listed) ?? (await fingerprintOf(document.text, writing))
      yield await this.#place(document, { fingerprint, remarks, writing })
    }
  }

  async #keep(source: string, { content, hash, at }: Read): Promise<IngestItem> {
    const { text, title, mediaType, writing, remarks } = content
    const { owner } = this.#shelf
    const draft = { id: documentId(owner, source), owner, source, title, mediaType, hash, text, at }
    return this.#place(draft, { fingerprint: await fingerprintOf(text, writing), remarks, writing })
  }

  /** Keeps it with its chunks, or without any when another one says the same. */
  async #place(draft: Draft, notes: DocumentNotes): Promise<IngestItem> {
    const { source } = draft
    const isKnown = this.#known.has(source)
    const like = await this.#likeOf(draft, notes)
    const document = { ...draft, data: dataOf({ ...notes, like }) }
    const chunks = like ? [] : await this.#chunksOf(draft, notes)
    await this.#writes.begin(() => saveDocument(this.#shelf, { document, chunks, isKnown }))
    this.#hasReplaced ||= isKnown
    const { text: _, ...listed } = document
    this.#known.set(source, listed)
    this.#noteLikeness(listed)
    if (like) return { source, status: 'duplicate', why: `it says the same as ${like.source}` }
    const why = notes.remarks.length > 0 && { why: notes.remarks.join('; ') }
    return { source, status: this.#found.has(source) ? 'changed' : 'added', ...why, chunks: chunks.length }
  }

  async #chunksOf({ id, hash, text, title }: Draft, { writing }: DocumentNotes) {
    const cut = await chunkText(text, { title, writing })
    return cut.map((chunk, number) => ({ ...chunk, id: chunkId(id, hash, number), document: id }))
  }

  async #likeOf({ id, source, text }: Draft, { fingerprint }: DocumentNotes): Promise<Listed | undefined> {
    const printed: Printed = { ...fingerprint, id, source }
    for (const candidate of this.#alike.candidates(printed)) {
      const other = this.#known.get(candidate.source)
      if (printed.isExact) return other
      await this.#writes.end()
      const stored = await this.#shelf.store.get(candidate.id)
      if (stored && (await haveSameWords(stored.text, text))) return other
    }
    return undefined
  }

  /** Only what has chunks can be what another one is like. */
  #noteLikeness(document: Listed): void {
    this.#alike.remove(document.id)
    const printed = isDuplicate(document) ? undefined : printedOf(document)
    if (printed) this.#alike.add(printed)
  }
}
