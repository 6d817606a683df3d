/** How near two vectors are. */

/** From -1 to 1; 0 where there is no direction to compare: a vector of zeros, or one with a value that is no number. */
export function cosine(a: Float32Array, b: Float32Array): number {
  let dot = 0
  let squareA = 0
  let squareB = 0
  for (let at = 0; at < a.length; at++) {
    const x = a[at] as number
    const y = b[at] as number
    dot += x * y
    squareA += x * x
    squareB += y * y
  }
  const similarity = dot / Math.sqrt(squareA * squareB)
  return Number.isFinite(similarity) ? similarity : 0
}
