/** How large chunks are, in characters: about 200 to 300 tokens. */

export const chunkSize = {
  /** A chunk is not ended before, unless something that must not be torn comes next. */
  least: 900,
  target: 1200,
  most: 1400,
  /** What a chunk repeats of the one before: 15 % of it. */
  repeated: 180,
  /** A single sentence may be so long and is still repeated. */
  longestRepeated: 300,
  /** What is left at the end and shorter goes into the chunk before. */
  rest: 200,
} as const
