/** Vectors of two embedders cannot be compared: an index has those of one. */
import { GyreError } from '@gyre/core'
import type { Shelf } from '../ports.ts'

/** Fails when the index has vectors of another embedder than the one in use. */
export async function checkEmbedder({ store, embedder: { id }, owner }: Shelf): Promise<void> {
  const others = (await store.embedders(owner)).filter((other) => other !== id)
  if (others.length === 0) return
  const held = others.map((other) => `\`${other}\``).join(' and ')
  const message = `The index holds vectors of ${held}, and the embedder in use is \`${id}\`. Their vectors cannot be compared: run \`gyre knowledge reembed\`.`
  throw new GyreError('embedder-mismatch', message, { embedder: id, held: others })
}
