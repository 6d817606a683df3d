/** A memory as a table keeps it. */
import type { Json, MemoryRecord } from '@gyre/core'
import { vectorOf } from './vector-bytes.ts'

export type StoredMemory = Pick<MemoryRecord, 'id' | 'owner' | 'session' | 'key' | 'kind' | 'at' | 'embedder'> & {
  readonly expires_at: number | null
  readonly data: string
  readonly text: string
  readonly vector: Uint8Array | null
}

export const memoryColumns = 'id, owner, session, key, kind, at, expires_at, embedder, data, text, vector'

/** Its vector is a copy: what came over a network lies in a buffer with much else. */
export function memoryRecord(row: StoredMemory): MemoryRecord {
  const { id, owner, session, key, kind, at, expires_at, embedder, data, text, vector } = row
  return {
    ...{ id, owner, session, key, kind, at, embedder },
    expiresAt: expires_at,
    data: JSON.parse(data) as Json,
    text: JSON.parse(text) as string,
    vector: vector && vectorOf(vector).slice(),
  }
}
