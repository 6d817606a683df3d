/** Chunks of a text of any length: others have their turn meanwhile. */
import { type ChunkOptions, chunksIn, type TextChunk } from '@gyre/core/text'
import { Turns } from './turns.ts'

export async function chunkText(text: string, options: ChunkOptions): Promise<readonly TextChunk[]> {
  const turns = new Turns()
  const chunks: TextChunk[] = []
  for (const chunk of chunksIn(text, options)) {
    if (chunk) chunks.push(chunk)
    if (turns.isOver) await turns.give()
  }
  return chunks
}
