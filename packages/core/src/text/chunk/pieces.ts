/** Tears a block that is too long, where it hurts least. */

import type { Span } from '../span.ts'
import type { Block } from './block.ts'
import { cutHard } from './hard-cut.ts'
import { linesOf } from './lines.ts'
import { sentencesOf } from './sentences.ts'

/** In order, none blank, none longer than `most`. */
export function piecesOf(text: string, block: Block, most: number): readonly Block[] {
  return spansOf(text, block, most).map(({ start, end }) => ({ ...block, start, end }))
}

function spansOf(text: string, block: Block, most: number): readonly Span[] {
  if (block.kind === 'prose') return sentencesWithin(text, block, most)
  const lines = [...linesOf(text, block)].filter(({ start, end }) => text.slice(start, end).trim() !== '')
  return lines.flatMap((line) => {
    if (line.end - line.start <= most) return [line]
    return block.kind === 'item' ? sentencesWithin(text, line, most) : cutHard(text, line, most)
  })
}

function sentencesWithin(text: string, span: Span, most: number): readonly Span[] {
  return sentencesOf(text, span).flatMap((sentence) =>
    sentence.end - sentence.start <= most ? [sentence] : cutHard(text, sentence, most),
  )
}
