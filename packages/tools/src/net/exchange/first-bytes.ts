/** The beginning of an answer, when the rest is not wanted. */

/** At most so many bytes of the body. What is beyond them is not fetched. */
export async function firstBytes(response: Response, most: number): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let size = 0
  // Leaving the loop cancels the body.
  for await (const piece of response.body ?? []) {
    pieces.push(piece)
    size += piece.byteLength
    if (size >= most) break
  }
  return Buffer.concat(pieces).subarray(0, most)
}
