/** What a request has come to: a session to tell of, from a point on. */
import type { Question, Session } from '@gyre/core'
import type { Tenant } from '../../place.ts'
import type { SentReplies } from '../../session/replies.ts'
import { turn } from '../../session/turn.ts'
import { ChatVoice, type Manner } from './chat-voice.ts'
import type { Piece } from './piece.ts'

export type Turn = {
  readonly session: Session
  /** Facts up to here were told before. */
  readonly after: number
  /** Questions to people that were open. */
  readonly open: readonly Question[]
  /** What was replied to some of them, or to calls. */
  readonly replies?: SentReplies
  /** Nothing was said that the session could go on with: it asks again. */
  readonly isUnanswered: boolean
  /** It works for others as well: a client that leaves takes nothing with it. */
  readonly isJoined: boolean
}

export type Telling = { readonly tenant: Tenant; readonly manner: Manner; readonly signal: AbortSignal }

/** The pieces of the answer, up to the one that ends it. */
export async function* piecesOf(
  { session: { id }, after, open, isUnanswered, replies = new Map() }: Turn,
  { tenant, manner, signal }: Telling,
): AsyncGenerator<Piece, void, undefined> {
  const voice = new ChatVoice({ ...manner, session: id })
  if (isUnanswered) return yield* voice.waits(open)
  const start = { session: id, toldUpTo: after, historyUpTo: after, replies, hasSent: true }
  for await (const event of turn(tenant, start, signal)) {
    if (event.type === 'waits') return yield* voice.waits(event.questions)
    if (event.isPast) continue
    const pieces = voice.encode(event.moment)
    yield* pieces
    if (pieces.some(isLast)) return
  }
  if (!signal.aborted) yield* voice.stopped()
}

function isLast({ type }: Piece): boolean {
  return type === 'finish' || type === 'failure'
}
