/** The documents and memories of a place. Nothing is opened before it is needed. */
import { type Embedder, type Memory, type Store, systemClock, systemIds } from '@gyre/core'
import type { OwnShelf, Shelf } from '@gyre/knowledge'
import type { DocumentAccess } from './document-access.ts'
import { lateMemory } from './late-memory.ts'

export type KnowledgeRoomOptions = {
  readonly store: Pick<Store, 'knowledge' | 'memories'>
  readonly embedder: Embedder
  readonly owner: string
  /** Whether the bundled documents are searched as long as there are no others; asked when there are none. */
  readonly hasDemo: () => Promise<boolean>
  /** Takes secrets out of what people note. */
  readonly redacted: (text: string) => string
  /** One form for all ways to write an address. */
  readonly canonicalUrl: (url: string) => string
  /** How many tokens a service has counted for vectors so far. */
  readonly embeddedTokens: () => number
  /** How pages from outside are had. */
  readonly access: () => DocumentAccess
}

export class KnowledgeRoom {
  /** One's own documents. */
  readonly own: Shelf
  readonly memories: OwnShelf
  readonly memory: Memory
  readonly hasDemo: KnowledgeRoomOptions['hasDemo']
  readonly redacted: KnowledgeRoomOptions['redacted']
  readonly embeddedTokens: KnowledgeRoomOptions['embeddedTokens']
  readonly #access: KnowledgeRoomOptions['access']
  #reading: DocumentAccess | undefined
  #bundled: Promise<Shelf> | undefined

  constructor(options: KnowledgeRoomOptions) {
    const { store, embedder, owner, canonicalUrl } = options
    this.own = { store: store.knowledge, embedder, owner, clock: systemClock, canonicalUrl }
    this.memories = { store: store.memories, embedder, owner, clock: systemClock, ids: systemIds }
    this.memory = lateMemory(this.memories)
    this.hasDemo = options.hasDemo
    this.redacted = options.redacted
    this.embeddedTokens = options.embeddedTokens
    this.#access = options.access
  }

  /** What is searched: one's own documents, or the bundled ones as long as there are none. */
  async searched(): Promise<Shelf> {
    if (!(await this.#needsDemo())) return this.own
    this.#bundled ??= this.#readBundled().catch((error: unknown) => {
      this.#bundled = undefined
      throw error
    })
    return this.#bundled
  }

  /** Where a page may be that was found by a search: nothing is read in for it. */
  async stored(): Promise<Shelf> {
    if (!(await this.#needsDemo())) return this.own
    const { bundledOwner, bundledRemark } = await loaded()
    return { ...this.own, owner: bundledOwner, remark: bundledRemark }
  }

  /** How files and pages are read into it. */
  reading(): DocumentAccess {
    this.#reading ??= this.#access()
    return this.#reading
  }

  /** Ends the connections that were used for reading. */
  async close(): Promise<void> {
    await this.#reading?.close()
  }

  async #readBundled(): Promise<Shelf> {
    return (await loaded()).bundledShelf(this.own.store)
  }

  async #needsDemo(): Promise<boolean> {
    return !(await this.#hasDocuments()) && this.hasDemo()
  }

  /** Asked each time: the last document may be removed at any time, by any process. */
  async #hasDocuments(): Promise<boolean> {
    const { store, owner } = this.own
    // Nobody of no name has made a vector, so any chunk will do: counting all of them would take longer.
    return (await store.withoutVector('', owner, 1)).length > 0
  }
}

/** Most sessions look nothing up. */
const loaded = () => import('@gyre/knowledge')
