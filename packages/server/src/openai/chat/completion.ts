/** An answer in one piece: the same pieces as those of a stream, put together. */
import type { OpenaiUsage } from '../usage.ts'
import type { ChunkHead } from './chunks.ts'
import type { FinishReason, Piece, Standing } from './piece.ts'

type Call = {
  readonly id: string
  readonly type: 'function'
  readonly function: { readonly name: string; readonly arguments: string }
}

export type Gathered = {
  readonly content: string
  readonly reasoning: string
  readonly refusal: string
  readonly calls: readonly Call[]
  readonly reason: FinishReason
  readonly standing: Standing
}

/** Undefined when they were cut off before the last one. Throws what the session failed with. */
export async function gather(pieces: AsyncIterable<Piece>): Promise<Gathered | undefined> {
  const said: Said = { content: '', reasoning: '', refusal: '', calls: [] }
  for await (const piece of pieces) {
    if (piece.type === 'failure') throw piece.error
    if (piece.type === 'finish') return { ...said, reason: piece.reason, standing: piece.standing }
    add(said, piece)
  }
  return undefined
}

type Said = { content: string; reasoning: string; refusal: string; readonly calls: Call[] }

function add(said: Said, piece: Piece): void {
  if (piece.type === 'content') said.content += piece.text
  if (piece.type === 'correction') said.content = piece.text
  if (piece.type === 'reasoning') said.reasoning += piece.text
  if (piece.type === 'refusal') said.refusal += piece.text
  if (piece.type === 'call') said.calls.push(callOf(piece))
}

function callOf({ id, tool, input }: Extract<Piece, { readonly type: 'call' }>): Call {
  return { id, type: 'function', function: { name: tool, arguments: input } }
}

export function completion({ id, created, model }: ChunkHead, gathered: Gathered, usage: OpenaiUsage) {
  const { content, reasoning, refusal, calls, reason, standing } = gathered
  const message = {
    role: 'assistant',
    content: content === '' && (calls.length > 0 || refusal !== '') ? null : content,
    ...(reasoning !== '' && { reasoning_content: reasoning }),
    refusal: refusal === '' ? null : refusal,
    ...(calls.length > 0 && { tool_calls: calls }),
  }
  return {
    id,
    object: 'chat.completion',
    created,
    model,
    choices: [{ index: 0, message, logprobs: null, finish_reason: reason }],
    usage,
    gyre: standing,
  }
}
