/** The ports behind `ctx.embed`, `ctx.recall` and `ctx.remember`. */
import type { Json } from '../json.ts'

export type Embedder = {
  /** Stored with every vector: vectors of two embedders are never compared. */
  readonly id: string
  embed(texts: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[]>
}

export type NewMemory = {
  readonly text: string
  /** `note` when left out. */
  readonly kind?: string
  readonly data?: Json
  /** It is forgotten after so long; never when left out. */
  readonly expiresInMs?: number
}

export type MemoryItem = {
  readonly id: string
  readonly text: string
  readonly kind: string
  readonly data: Json
  /** How near it is to the query, from 0 to 1. */
  readonly score: number
}

export type Memory = {
  recall(query: string, options: { readonly owner: string; readonly limit: number }): Promise<readonly MemoryItem[]>
  /** `key` is the step's path: the same memory remembered again after a crash is one memory. */
  remember(
    memory: NewMemory,
    options: { readonly owner: string; readonly session: string; readonly key: string },
  ): Promise<string>
}
