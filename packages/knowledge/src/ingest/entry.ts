/** What is to be read, and what came of reading it. */
import type { Content } from './reading/read-content.ts'

export type Entry = {
  readonly source: string
  readonly kind: 'file' | 'url'
  /** Named by the user, not found in a folder: then its name does not matter. */
  readonly isNamed: boolean
  /** Where it is fetched, as it was given: the one form for all ways to write it may be nobody's. */
  readonly address?: string
}

export type Loaded =
  | { readonly status: 'unchanged' }
  /** Skipped: what it holds is nothing to keep. Failed: nobody knows what it holds. */
  | { readonly status: 'skipped' | 'failed'; readonly why: string }
  | { readonly status: 'read'; readonly content: Content; readonly hash: string; readonly at: number }
