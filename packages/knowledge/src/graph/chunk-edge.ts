/** What readers of chunks give, and what they are given. */
import type { ChunkEdges, FoundChunk } from '@gyre/core'
import type { DocumentNames } from './rules/document-names.ts'

export type ChunkEdge = ChunkEdges['edges'][number]

/** The relation of two names of one thing. From the short name to the long one. */
export const sameAs = 'same as'

/** Two names in one sentence, and nothing is known but that. */
export const mentionedWith = 'mentioned with'

/** Reads chunks for names and what relates them. */
export type EdgeReader = {
  /** Stored with what it read: another id reads again. */
  readonly id: string
  /** How many chunks it may read at the same time. */
  readonly atOnce: number
  /** What it read is saved after so many chunks. */
  readonly saveAfter: number
  read(chunk: FoundChunk, document: DocumentNames, signal?: AbortSignal): Promise<readonly ChunkEdge[]>
}
