/** Vectors as a journal keeps them: base64 of their bytes, a tenth of their digits. */

export function encodeVector(vector: Float32Array): string {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64')
}

export function decodeVector(text: string): Float32Array {
  const bytes = new Uint8Array(Buffer.from(text, 'base64'))
  return new Float32Array(bytes.buffer, 0, bytes.byteLength / Float32Array.BYTES_PER_ELEMENT)
}
