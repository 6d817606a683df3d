/** What a search is, whoever answers it. */
import type { Clock } from '@gyre/core'
import type { SafeFetch } from '../../../net/safe-fetch-options.ts'

export type Freshness = 'day' | 'week' | 'month' | 'year'

/** What is searched for, and how many results are wanted. */
export type SearchRequest = {
  readonly query: string
  /** How many results are wanted, at most 20. */
  readonly count: number
  readonly freshness?: Freshness | undefined
  /** A host: only its pages. */
  readonly site?: string | undefined
  /** Two letters, such as `de`. */
  readonly language?: string | undefined
  readonly country?: string | undefined
}

/** Scores of different providers cannot be compared; ranks can. */
export type SearchResult = {
  readonly url: string
  readonly title: string
  readonly snippet: string
  /** From 1. */
  readonly rank: number
  readonly score?: number
  /** As the provider writes it. */
  readonly publishedAt?: string
  /** The text of the page, where the provider gives it. */
  readonly content?: string
}

/** Whoever answers searches. Implement it to bring one of your own. */
export type SearchProvider = {
  readonly name: string
  /** What models are told a search does; that it searches the web when left out. */
  readonly description?: string
  /** What a search touches; `net` when left out. */
  readonly permissions?: readonly string[]
  /** `owner` is whose session asks, `local` when left out: who searches a place's own documents needs to know. */
  search(request: SearchRequest, signal: AbortSignal, owner?: string): Promise<readonly SearchResult[]>
}

/** What every provider that is asked over the network needs. */
export type ProviderAccess = {
  readonly fetch: SafeFetch
  /** Another address than the provider's own. */
  readonly url?: string
  readonly clock?: Clock
}

export type KeyedAccess = ProviderAccess & { readonly apiKey: string }
