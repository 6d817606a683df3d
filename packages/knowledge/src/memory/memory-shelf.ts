/** What memories are kept in and compared with. */
import type { Clock, Embedder, Ids, MemoryStore } from '@gyre/core'

/** Where memories are kept, and what they are made with. */
export type MemoryShelf = {
  readonly store: MemoryStore
  readonly embedder: Embedder
  readonly clock: Clock
  readonly ids: Ids
}

/** The memories of one owner: nobody sees, changes or removes those of another. */
export type OwnShelf = MemoryShelf & { readonly owner: string }
