/** Vectors as an embedder gave them, once it is sure that they are some. */
import { type Embedder, GyreError } from '@gyre/core'

/** One vector for each text, all of one length and of finite numbers; `model-failed` otherwise. */
export async function checkedVectors(
  embedder: Embedder,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<readonly Float32Array[]> {
  const vectors = await embedder.embed(texts, signal)
  if (vectors.length !== texts.length)
    throw wrong(embedder, `gave ${vectors.length} vectors for ${texts.length} texts; one for each is needed`)
  const length = vectors[0]?.length ?? 0
  for (const [index, vector] of vectors.entries()) {
    const which = `of text ${index + 1} of ${texts.length}`
    if (vector.length === 0) throw wrong(embedder, `gave an empty vector ${which}`)
    if (vector.length !== length)
      throw wrong(embedder, `gave a vector of ${vector.length} numbers ${which}, and one of ${length} for the first`)
    if (!vector.every(Number.isFinite)) throw wrong(embedder, `gave a vector ${which} with a value that is no number`)
  }
  return vectors
}

function wrong({ id }: Embedder, what: string): GyreError {
  return new GyreError('model-failed', `The embedder \`${id}\` ${what}.`, { embedder: id })
}
