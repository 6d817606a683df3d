/** Vectors of two embedders cannot be compared: an index has those of one. */
import { GyreError, type KnowledgeOverview } from '@gyre/core'
import type { Shelf } from '../ports.ts'

/** Before documents are read in: fails when the index has vectors of another embedder than the one in use. */
export async function checkEmbedder(shelf: Shelf): Promise<void> {
  const others = await othersIn(shelf)
  if (others.length > 0) throw mismatch(shelf.embedder.id, others, await madeIn(shelf))
}

/**
 * Before a search: vectors of others are in nobody's way where each chunk has one of the embedder in use. So when
 * moving to another is interrupted, the one before still finds everything.
 */
export async function checkSearched(shelf: Shelf): Promise<void> {
  const others = await othersIn(shelf)
  if (others.length === 0) return
  const made = await madeIn(shelf)
  if (made.vectors < made.chunks) throw mismatch(shelf.embedder.id, others, made)
}

async function othersIn({ store, embedder, owner }: Shelf): Promise<readonly string[]> {
  return (await store.embedders(owner)).filter((other) => other !== embedder.id)
}

type Made = { readonly vectors: number; readonly chunks: number }

/** How many of the chunks have a vector of the embedder in use. */
async function madeIn({ store, embedder, owner }: Shelf): Promise<Made> {
  const { chunks, vectors } = await store.overview(owner)
  const own = vectors.filter((each) => each.embedder === embedder.id)
  return { chunks, vectors: own.reduce((sum, { count }) => sum + count, 0) }
}

function mismatch(id: string, others: readonly string[], { vectors, chunks }: Made): GyreError {
  const held = others.map((other) => `\`${other}\``)
  const isBegun = vectors > 0 && vectors < chunks
  const message = isBegun
    ? `${vectors} of ${chunks} chunks are embedded by \`${id}\`: go on with \`gyre knowledge reembed\`, or go back to ${held.join(' or ')}.`
    : `The index holds vectors of ${held.join(' and ')}, and the embedder in use is \`${id}\`. Their vectors cannot be compared: run \`gyre knowledge reembed\`.`
  return new GyreError('embedder-mismatch', message, { embedder: id, held: [...others] })
}

/** Fails when the index has vectors of the embedder in use that are not as long as those it gives now. */
export async function checkVectorLength({ store, embedder, owner }: Shelf, length: number): Promise<void> {
  const held = lengthsOf(await store.overview(owner), embedder.id)
  if (held.some((other) => other !== length)) throw otherLength(embedder.id, held, length)
}

/** How long the vectors are that an embedder has in an index; of more than one length when its model changed. */
export function lengthsOf({ vectors }: KnowledgeOverview, embedder: string): readonly number[] {
  return vectors.filter((each) => each.embedder === embedder).map(({ dimensions }) => dimensions)
}

export function otherLength(embedder: string, held: readonly number[], length: number): GyreError {
  const message = `The index holds vectors of \`${embedder}\` with ${held.join(' and ')} numbers, and it gives ${length} now: the model behind the name is another. Run \`gyre knowledge reembed\`.`
  return new GyreError('embedder-mismatch', message, { embedder, held: [...held], length })
}
