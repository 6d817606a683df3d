/** Cuts a text into chunks: along its headings, then its paragraphs, then its sentences. */

import type { Span } from '../span.ts'
import { Turns } from '../turns.ts'
import type { Block, Writing } from './block.ts'
import { codeBlocks } from './code-blocks.ts'
import { type PackedChunk, Packer } from './packer.ts'
import { proseBlocks } from './prose-blocks.ts'
import { addBlock, joined, type Section } from './sections.ts'

export type TextChunk = Span & { readonly headings: readonly string[] }

export type ChunkOptions = { readonly title: string; readonly writing: Writing }

/** Sections that are shorter go with the next one. Functions are often short, and say little alone. */
const tiny: Readonly<Record<Writing, number>> = { markdown: 200, plain: 200, code: 600, rows: 150 }

/** In order; every character that is not blank is in one at least, and none is blank. */
export async function chunkText(text: string, { title, writing }: ChunkOptions): Promise<readonly TextChunk[]> {
  const turns = new Turns()
  const chunks: TextChunk[] = []
  const add = ({ start, end, path }: PackedChunk) => {
    chunks.push({ start, end, headings: path[0] === title ? path : [title, ...path] })
  }
  for (const group of joined(await sectionsOf(text, writing, turns), tiny[writing])) {
    const packer = new Packer(text)
    for (const block of group.flatMap(({ blocks }) => blocks)) {
      for (const chunk of packer.add(block)) add(chunk)
      if (turns.isOver) await turns.give()
    }
    for (const chunk of packer.end()) add(chunk)
  }
  return chunks
}

async function sectionsOf(text: string, writing: Writing, turns: Turns): Promise<readonly Section[]> {
  const sections: { readonly blocks: Block[]; readonly level: number }[] = []
  for (const block of blocksOf(text, writing)) {
    addBlock(sections, block)
    if (turns.isOver) await turns.give()
  }
  return sections
}

function blocksOf(text: string, writing: Writing): Generator<Block> {
  if (writing === 'markdown' || writing === 'plain') return proseBlocks(text, { isMarkdown: writing === 'markdown' })
  return codeBlocks(text, { hasDeclarations: writing === 'code' })
}
