/** Cuts a text into chunks: along its headings, then its paragraphs, then its sentences. */

import type { Span } from '../span.ts'
import type { Block, Writing } from './block.ts'
import { codeBlocks } from './code-blocks.ts'
import { type PackedChunk, Packer } from './packer.ts'
import { proseBlocks } from './prose-blocks.ts'
import { addBlock, joined, type Section } from './sections.ts'

/** A part of a text: offsets into it, and the headings it stands under. */
export type TextChunk = Span & { readonly headings: readonly string[] }

/** What a text is called, and how it is written. */
export type ChunkOptions = { readonly title: string; readonly writing: Writing }

/** Sections that are shorter go with the next one. Functions are often short, and say little alone. */
const tiny: Readonly<Record<Writing, number>> = { markdown: 200, plain: 200, code: 600, rows: 150 }

/** In order; every character that is not blank is in one at least, and none is blank. */
export function chunkText(text: string, options: ChunkOptions): readonly TextChunk[] {
  return [...chunksIn(text, options)].filter((chunk) => chunk !== undefined)
}

/** The same little by little, for whoever has other things to do in between: undefined when nothing came yet. */
export function* chunksIn(text: string, { title, writing }: ChunkOptions): Generator<TextChunk | undefined> {
  const sections: { readonly blocks: Block[]; readonly level: number }[] = []
  for (const block of blocksOf(text, writing)) {
    addBlock(sections, block)
    yield undefined
  }
  for (const group of joined(sections, tiny[writing])) {
    for (const { start, end, path } of packed(text, group)) {
      yield { start, end, headings: path[0] === title ? path : [title, ...path] }
    }
    yield undefined
  }
}

function* packed(text: string, group: readonly Section[]): Generator<PackedChunk> {
  const packer = new Packer(text)
  for (const block of group.flatMap(({ blocks }) => blocks)) yield* packer.add(block)
  yield* packer.end()
}

function blocksOf(text: string, writing: Writing): Generator<Block> {
  if (writing === 'markdown' || writing === 'plain') return proseBlocks(text, { isMarkdown: writing === 'markdown' })
  return codeBlocks(text, { hasDeclarations: writing === 'code' })
}
