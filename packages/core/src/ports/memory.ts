/** The ports behind `ctx.embed`, `ctx.recall` and `ctx.remember`. */
import type { Json } from '../json.ts'

/** Makes vectors of texts. Vectors of different ids are never compared. */
export type Embedder = {
  /** Stored with every vector: vectors of two embedders are never compared. */
  readonly id: string
  embed(texts: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[]>
}

/** Something to remember; for ever when it does not expire. */
export type NewMemory = {
  readonly text: string
  /** `note` when left out. */
  readonly kind?: string
  readonly data?: Json
  /** It is forgotten after so long; never when left out. */
  readonly expiresInMs?: number
}

/** A memory that was found, with how well it fits. */
export type MemoryItem = {
  readonly id: string
  readonly text: string
  readonly kind: string
  readonly data: Json
  /** How near it is to the query, from 0 to 1. */
  readonly score: number
}

/** What sessions remember for later ones. */
export type Memory = {
  recall(query: string, options: { readonly owner: string; readonly limit: number }): Promise<readonly MemoryItem[]>
  /** `key` is the step's path: the same memory remembered again after a crash is one memory. */
  remember(
    memory: NewMemory,
    options: { readonly owner: string; readonly session: string; readonly key: string },
  ): Promise<string>
}
