/** Texts as loops and indexes work on them: cut into chunks, and made up to look for others. */
export type { Writing } from './chunk/block.ts'
export { type ChunkOptions, chunksIn, type TextChunk } from './chunk/chunk-text.ts'
export { headingOf, plainTitle, underlineLevel } from './chunk/heading.ts'
export { proseBlocks } from './chunk/prose-blocks.ts'
export { type Hypothetical, hypothetical, textsToEmbed } from './hypothetical.ts'
export { sha256Of } from './sha256.ts'
export { betweenCharacters, type Span, trimmed } from './span.ts'
