/** What ingesting can be told, and what it needs from others. */
import { GyreError } from '@gyre/core'
import type { FetchDocument, ReadDocument } from '../ports.ts'
import type { IngestEvent } from './ingest-report.ts'

/** How documents are read in: who reads and fetches them, which, and who is told. */
export type IngestOptions = {
  /** Reads HTML and PDF, which fail when it is left out. */
  readonly read?: ReadDocument
  /** Fetches what is given by its address, which fails when it is left out. */
  readonly fetch?: FetchDocument
  readonly onProgress?: (event: IngestEvent) => void
  /** Stops between two items; what is done stays. */
  readonly signal?: AbortSignal
  /** Of the files in folders only these, by their paths below the folder or their names: `*.md`, `guides/*`. */
  readonly include?: readonly string[]
  /** Not these files and folders. */
  readonly exclude?: readonly string[]
  /** 32 MB when left out. */
  readonly maxFileBytes?: number
  /** One form for all ways to write an address; that of the shelf when left out, else the address without its fragment. */
  readonly canonicalUrl?: (url: string) => string
}

/** What others would have to do is not done, and the report says so. */
export const nobody: Required<Pick<IngestOptions, 'read' | 'fetch'>> = {
  read: () => Promise.reject(new Error('nothing was given to read it with: pass `read`')),
  fetch: () => Promise.reject(new Error('nothing was given to fetch it with: pass `fetch`')),
}

const defaultMaxFileBytes = 32 * 1024 * 1024

export function maxBytesOf({ maxFileBytes = defaultMaxFileBytes }: Pick<IngestOptions, 'maxFileBytes'>): number {
  if (Number.isSafeInteger(maxFileBytes) && maxFileBytes > 0) return maxFileBytes
  throw new GyreError('argument-invalid', `maxFileBytes is ${maxFileBytes}; it must be a whole number above 0.`, {
    maxFileBytes,
  })
}
