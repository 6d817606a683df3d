/** Moves an index to another embedder. The old vectors stay until the new ones are whole. */
import type { Shelf } from '../ports.ts'
import { type FillOptions, fillVectors } from './fill-vectors.ts'

export type ReembedReport = {
  readonly embedded: number
  /** Embedders whose vectors were removed. */
  readonly removed: readonly string[]
}

/** Killed in the middle and begun again, it goes on where it was. */
export async function reembed(shelf: Shelf, options: FillOptions = {}): Promise<ReembedReport> {
  const { store, embedder, owner } = shelf
  const embedded = await fillVectors(shelf, options)
  const removed = (await store.embedders(owner)).filter((id) => id !== embedder.id)
  for (const id of removed) {
    options.signal?.throwIfAborted()
    await store.removeVectors(id, owner)
  }
  return { embedded, removed }
}
