/**
 * Where a word stands, as one number for each chunk: the place of the chunk, how often it has the word, and how many
 * words it has. Arrays of three numbers would take twice the room, and three arrays more than that.
 */
const bits = 20
const most = 2 ** bits - 1
const shift = BigInt(bits)

/** The part that is the same for all words of a chunk. */
export function packedChunk(place: number, length: number): bigint {
  return (BigInt(place) << (shift * 2n)) | BigInt(Math.min(length, most))
}

export function packed(chunk: bigint, times: number): bigint {
  return chunk | (BigInt(Math.min(times, most)) << shift)
}

/** The same in SQL, out of the column `stands`. */
export const unpacked = {
  rows: 'unnest(w.stands) AS p (stand)',
  place: `(p.stand >> ${bits * 2})::integer`,
  times: `((p.stand >> ${bits}) & ${most})`,
  length: `(p.stand & ${most})`,
} as const
