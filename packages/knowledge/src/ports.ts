/** What the parts of this package share, and what they are given by others. */
import type { Clock, Embedder, FoundChunk, KnowledgeFilter, KnowledgeStore } from '@gyre/core'
import type { Hypothetical } from '@gyre/core/text'

/** Whose knowledge it is, and what it is worked on with. */
export type Shelf = {
  readonly store: KnowledgeStore
  readonly embedder: Embedder
  readonly owner: string
  readonly clock: Pick<Clock, 'now'>
  /** The form that addresses are added under: whoever names one finds it however it is written. */
  readonly canonicalUrl?: (url: string) => string
  /** What whoever reads of these documents should know of all of them; stands above what was found. */
  readonly remark?: string
}

/** The documents that a session of this owner searches. */
export type ShelfOf = (owner: string) => Promise<Shelf>

/** What a file or page says, whatever it was written in. */
export type ReadText = {
  readonly text: string
  readonly title?: string
  /** As the page writes it. */
  readonly publishedAt?: string
  /** What a reader should know about the text: that it is cut, or cannot be trusted to be whole. */
  readonly remarks?: readonly string[]
}

/** A document as it was fetched, before it is read. */
export type RawDocument = {
  readonly bytes: Uint8Array
  /** The whole header, or the type by the name of the file. */
  readonly contentType: string
  /** Where it came from in the end: an address, or the `file:` address of a file. */
  readonly url: string
}

/** Reads HTML and PDF, which can be hostile: whoever gives it sees to that. Fails with a `GyreError`. */
export type ReadDocument = (document: RawDocument, signal?: AbortSignal) => Promise<ReadText>

/** Fetches a page from outside, with whatever guards that needs. */
export type FetchDocument = (url: string, signal?: AbortSignal) => Promise<RawDocument>

/** Asks a model; answers with its text. */
export type AskModel = (prompt: string, options: AskOptions) => Promise<string>

/** What a question to a model is for, and how freely and how long it may answer. */
export type AskOptions = { readonly label: string; readonly temperature?: number; readonly maxOutputTokens?: number }

/** The rankings that are fused. */
export type RankingName = 'text' | 'vector' | 'hyde'

/** An extract, and which parts of it the query has in common with it. */
export type Snippet = {
  readonly text: string
  /** Offsets into the extract, in order, none touching another. */
  readonly highlights: readonly (readonly [start: number, end: number])[]
}

/** A chunk that a search found, with the extract that is shown of it. */
export type Found = {
  readonly chunk: FoundChunk
  readonly snippet: Snippet
  /** Fused: only their order means something. */
  readonly score: number
  /** Its rank in each ranking it is in, from 1. */
  readonly ranks: Readonly<Partial<Record<RankingName, number>>>
}

/** How many are wanted, of which documents, and how they are found. */
export type SearchOptions = {
  /** 8 when left out. */
  readonly limit?: number
  readonly filter?: KnowledgeFilter
  /** Passages that a model made up as answers: they find what is like them, and are never shown. */
  readonly hypothetical?: readonly Hypothetical[]
  /** Whether chunks that say what a better one says go behind others; the best stays first. True when left out. */
  readonly variety?: boolean
  readonly signal?: AbortSignal
}
