/** What ingesting tells while it works, and in the end. */

export const ingestStatuses = ['added', 'changed', 'unchanged', 'duplicate', 'skipped', 'failed', 'removed'] as const

/** What can become of a document. */
export type IngestStatus = (typeof ingestStatuses)[number]

/** What became of one document, and why where it was not taken. */
export type IngestItem = {
  /** Absolute path or address; what was given when it is neither. */
  readonly source: string
  readonly status: IngestStatus
  /** Why it is so, or what a reader should know about the text. */
  readonly why?: string
  /** How many the document has now. */
  readonly chunks?: number
}

/** What happens while documents are read in. */
export type IngestEvent =
  | { readonly type: 'found'; readonly count: number }
  | { readonly type: 'item'; readonly item: IngestItem; readonly done: number; readonly total: number }
  | { readonly type: 'vectors'; readonly done: number; readonly total: number }

/** What became of all of them. */
export type IngestReport = {
  /** All that are not unchanged, in the order they were done. */
  readonly items: readonly IngestItem[]
  readonly counts: Readonly<Record<IngestStatus, number>>
  /** How many were written. */
  readonly chunks: number
}

/** One item for each source: when one is done again, the last word counts. */
export function reportOf(items: Iterable<IngestItem>): IngestReport {
  const all = [...items]
  const counts = Object.fromEntries(ingestStatuses.map((status) => [status, 0])) as Record<IngestStatus, number>
  for (const { status } of all) counts[status] += 1
  return {
    items: all.filter(({ status }) => status !== 'unchanged'),
    counts,
    chunks: all.reduce((sum, { chunks = 0 }) => sum + chunks, 0),
  }
}
