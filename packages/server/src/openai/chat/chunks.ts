/**
 * Pieces of an answer as chunks of a stream.
 *
 * Every chunk is whole, with `choices`: clients break on anything else. What is ours rides as extra keys. Reasoning and
 * content never share a delta, and no line grows beyond what clients read at once.
 */

import { openaiError } from '../errors.ts'
import type { OpenaiUsage } from '../usage.ts'
import type { FinishReason, Piece } from './piece.ts'

export type ChunkHead = { readonly id: string; readonly created: number; readonly model: string }

/** Some clients read no line beyond 64 kB. A character takes six bytes at most, as `\u0000`. */
const longestText = 8000
const longestLine = 64_000

export const doneLine = 'data: [DONE]\n\n'

export class ChunkWriter {
  readonly #head: ChunkHead & { readonly object: 'chat.completion.chunk' }

  constructor({ id, created, model }: ChunkHead) {
    this.#head = { id, object: 'chat.completion.chunk', created, model }
  }

  /** The first chunk: who speaks. */
  role(): string {
    return this.#delta({ role: 'assistant', content: '' })
  }

  write(piece: Piece): readonly string[] {
    switch (piece.type) {
      case 'content':
        return shortTexts(piece.text).map((content) => this.#delta({ content }))
      // What was sent cannot be taken back.
      case 'correction':
        return shortTexts(`\n\n${piece.text}`).map((content) => this.#delta({ content }))
      case 'reasoning':
        return shortTexts(piece.text).map((text) => this.#delta({ reasoning_content: text }))
      case 'refusal':
        return shortTexts(piece.text).map((refusal) => this.#delta({ refusal }))
      case 'call':
        return this.#call(piece)
      case 'event':
        return [this.#line({ choices: [], event: piece.event })].filter((line) => Buffer.byteLength(line) < longestLine)
      case 'finish':
        return [this.finish(piece.reason, { gyre: piece.standing })]
      case 'failure':
        return [dataLine({ error: openaiError(piece.error) })]
    }
  }

  finish(reason: FinishReason, extra: object = {}): string {
    return this.#line({ choices: [{ index: 0, delta: {}, finish_reason: reason }], ...extra })
  }

  /** The last chunk, for who asked for it. */
  usage(usage: OpenaiUsage | Omit<OpenaiUsage, 'gyre'>): string {
    return this.#line({ choices: [], usage })
  }

  #call({ index, id, tool, input }: Extract<Piece, { readonly type: 'call' }>): readonly string[] {
    const begun = { index, id, type: 'function', function: { name: tool, arguments: '' } }
    const fragments = shortTexts(input).map((text) => ({ index, function: { arguments: text } }))
    return [begun, ...fragments].map((call) => this.#delta({ tool_calls: [call] }))
  }

  #delta(delta: object): string {
    return this.#line({ choices: [{ index: 0, delta, finish_reason: null }] })
  }

  #line(body: object): string {
    return dataLine({ ...this.#head, ...body })
  }
}

function dataLine(body: object): string {
  return `data: ${JSON.stringify(body)}\n\n`
}

/** A text in pieces that fit, none of them cut within a character. */
export function shortTexts(text: string): readonly string[] {
  const texts: string[] = []
  let from = 0
  while (from < text.length) {
    let to = Math.min(from + longestText, text.length)
    if (to < text.length && isHighSurrogate(text.charCodeAt(to - 1))) to -= 1
    texts.push(text.slice(from, to))
    from = to
  }
  return texts
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}
