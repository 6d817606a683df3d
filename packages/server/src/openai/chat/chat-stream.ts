/** An answer as server-sent events: who speaks, the pieces, what it came to for who asked, and the end. */

import { serverError } from '../../http/errors.ts'
import type { OpenaiUsage } from '../usage.ts'
import { type ChunkHead, ChunkWriter, doneLine } from './chunks.ts'
import type { FinishReason, Piece } from './piece.ts'

/** A failure on the way is told in the stream: who only sees it close knows nothing. */
export async function* streamedAnswer(
  head: ChunkHead,
  pieces: AsyncIterable<Piece>,
  usage: (() => Promise<OpenaiUsage>) | undefined,
): AsyncGenerator<string, void, undefined> {
  const writer = new ChunkWriter(head)
  yield writer.role()
  try {
    for await (const piece of pieces) {
      yield* writer.write(piece)
      if (piece.type === 'finish' && usage) yield writer.usage(await usage())
    }
  } catch (thrown) {
    yield* writer.write({ type: 'failure', error: serverError(thrown) })
  }
  yield doneLine
}

type WholeAnswer = {
  readonly text: string
  readonly reason: FinishReason
  /** For who asked for it. */
  readonly usage: Omit<OpenaiUsage, 'gyre'> | undefined
}

/** A text that is there already. */
export async function* streamedText(
  head: ChunkHead,
  { text, reason, usage }: WholeAnswer,
): AsyncGenerator<string, void, undefined> {
  const writer = new ChunkWriter(head)
  yield writer.role()
  yield* writer.write({ type: 'content', text })
  yield writer.finish(reason)
  if (usage) yield writer.usage(usage)
  yield doneLine
}
