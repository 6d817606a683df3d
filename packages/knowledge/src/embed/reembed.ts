/** Moves an index to another embedder. The old vectors stay until the new ones are whole. */
import { GyreError } from '@gyre/core'
import type { Shelf } from '../ports.ts'
import { lengthsOf } from './embedder-check.ts'
import { type FilledVectors, type FillOptions, fillVectors } from './fill-vectors.ts'
import { plainVector } from './plain-vector.ts'

/** What was embedded anew, and the embedders whose vectors were removed. */
export type ReembedReport = FilledVectors & {
  /** Embedders whose vectors were removed. */
  readonly removed: readonly string[]
}

/** Killed in the middle and begun again, it goes on where it was. */
export async function reembed(shelf: Shelf, options: FillOptions = {}): Promise<ReembedReport> {
  const { store, embedder, owner } = shelf
  await removeOtherLengths(shelf, options.signal)
  const filled = await fillVectors(shelf, options)
  refuseNothing(embedder.id, filled)
  const removed = (await store.embedders(owner)).filter((id) => id !== embedder.id)
  for (const id of removed) {
    options.signal?.throwIfAborted()
    await store.removeVectors(id, owner)
  }
  return { ...filled, removed }
}

/** An embedder that takes no text at all is no reason to give up the vectors there are. */
function refuseNothing(id: string, { embedded, refused }: FilledVectors): void {
  const [first] = refused
  if (first === undefined || embedded > 0) return
  throw new GyreError('model-failed', `\`${id}\` refuses every text: ${first.why} The vectors there are stay.`)
}

/** The model behind a name can change: then nothing is near its old vectors any more, and they are of no use. */
async function removeOtherLengths({ store, embedder, owner }: Shelf, signal = new AbortController().signal) {
  const held = lengthsOf(await store.overview(owner), embedder.id)
  if (held.length === 0) return
  const { length } = await plainVector(embedder, signal)
  if (held.some((other) => other !== length)) await store.removeVectors(embedder.id, owner)
}
