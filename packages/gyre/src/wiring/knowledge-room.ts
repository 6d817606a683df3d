/** The documents and memories of a place. Nothing is opened before it is needed. */
import { type Embedder, type Memory, type Store, systemClock, systemIds } from '@gyre/core'
import type { OwnShelf, Shelf } from '@gyre/knowledge'
import type { DocumentAccess } from './document-access.ts'
import { lateMemory } from './late-memory.ts'

export type KnowledgeRoomOptions = {
  readonly store: Pick<Store, 'knowledge' | 'memories'>
  readonly embedder: Embedder
  readonly owner: string
  /** Whether the bundled documents are searched as long as there are no others. */
  readonly hasDemo: boolean
  /** Takes secrets out of what people note. */
  readonly redacted: (text: string) => string
  /** How pages from outside are had. */
  readonly access: () => DocumentAccess
}

export class KnowledgeRoom {
  /** One's own documents. */
  readonly own: Shelf
  readonly memories: OwnShelf
  readonly memory: Memory
  readonly hasDemo: boolean
  readonly redacted: KnowledgeRoomOptions['redacted']
  readonly #access: KnowledgeRoomOptions['access']
  #reading: DocumentAccess | undefined
  #hasOwn = false
  #bundled: Promise<Shelf> | undefined

  constructor({ store, embedder, owner, hasDemo, redacted, access }: KnowledgeRoomOptions) {
    this.own = { store: store.knowledge, embedder, owner, clock: systemClock }
    this.memories = { store: store.memories, embedder, owner, clock: systemClock, ids: systemIds }
    this.memory = lateMemory(this.memories)
    this.hasDemo = hasDemo
    this.redacted = redacted
    this.#access = access
  }

  /** What is searched: one's own documents, or the bundled ones as long as there are none. */
  async searched(): Promise<Shelf> {
    if (!this.hasDemo || (await this.#hasDocuments())) return this.own
    this.#bundled ??= this.#readBundled().catch((error: unknown) => {
      this.#bundled = undefined
      throw error
    })
    return this.#bundled
  }

  /** Where a page may be that was found by a search: nothing is read in for it. */
  async stored(): Promise<Shelf> {
    return (await this.#hasDocuments()) ? this.own : { ...this.own, owner: (await loaded()).bundledOwner }
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

  async #hasDocuments(): Promise<boolean> {
    // Asked until there are some: a search need not count each time.
    this.#hasOwn ||= (await this.own.store.overview(this.own.owner)).documents > 0
    return this.#hasOwn
  }
}

/** Most sessions look nothing up. */
const loaded = () => import('@gyre/knowledge')
