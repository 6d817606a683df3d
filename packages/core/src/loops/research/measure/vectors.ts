/** Vectors of texts: how alike two are, and what stands between several. */

/** Of two unit vectors: their cosine. Vectors with different numbers of values are alike in nothing. */
export function dot(a: Float32Array, b: Float32Array): number {
  if (a.length !== b.length) return 0
  let sum = 0
  for (let at = 0; at < a.length; at += 1) sum += (a[at] as number) * (b[at] as number)
  return sum
}

/** The same direction with the length 1. A vector of zeros has no direction, and stays. */
export function unit(vector: Float32Array): Float32Array {
  const length = Math.sqrt(dot(vector, vector))
  return length === 0 ? vector.slice() : vector.map((value) => value / length)
}

/** The direction between all, however long each is. Those with another number of values than the first do not count. */
export function unitMean(vectors: readonly Float32Array[]): Float32Array {
  const sum = new Float64Array(vectors[0]?.length ?? 0)
  for (const vector of vectors) {
    if (vector.length !== sum.length) continue
    const direction = unit(vector)
    for (let at = 0; at < sum.length; at += 1) sum[at] = (sum[at] as number) + (direction[at] as number)
  }
  // The sum has the direction of the mean.
  return unit(Float32Array.from(sum))
}
