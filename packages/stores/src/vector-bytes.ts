/** Vectors as they are stored. */

/** Squares of lengths between these are far from the ends of what 32 bits can hold. */
const leastSquare = 1e-12
const mostSquare = 1e12

/** A copy: what is on its way to disk is not changed by whoever made it. */
export function bytesOf(vector: Float32Array): Uint8Array {
  return new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength).slice()
}

export function vectorOf(bytes: Uint8Array): Float32Array {
  const aligned = bytes.byteOffset % Float32Array.BYTES_PER_ELEMENT === 0 ? bytes : new Uint8Array(bytes)
  return new Float32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength / Float32Array.BYTES_PER_ELEMENT)
}

/** Whether sums and products of it stay exact to some digits in 32 bits. Not so when it is zero, or some of it no number. */
export function isTame(vector: Float32Array): boolean {
  let square = 0
  for (const each of vector) square += each * each
  return square >= leastSquare && square <= mostSquare
}
