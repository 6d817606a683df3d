/** What a request has come to: a session to tell of, from a point on. */
import type { Question, Session } from '@gyre/core'
import { narrate } from '../../narration/narrator.ts'
import type { Tenant } from '../../place.ts'
import { ChatVoice, type Manner } from './chat-voice.ts'
import type { Piece } from './piece.ts'

export type Turn = {
  readonly session: Session
  /** Facts up to here were told before. */
  readonly after: number
  /** Questions to people that are open still. */
  readonly open: readonly Question[]
  /** Nothing was said that the session could go on with: it asks again. */
  readonly isUnanswered: boolean
  /** It works for others as well: a client that leaves takes nothing with it. */
  readonly isJoined: boolean
}

export type Telling = { readonly tenant: Tenant; readonly manner: Manner; readonly signal: AbortSignal }

/** The pieces of the answer, up to the one that ends it. */
export async function* piecesOf(
  { session, after, open, isUnanswered }: Turn,
  { tenant, manner, signal }: Telling,
): AsyncGenerator<Piece, void, undefined> {
  const voice = new ChatVoice({ ...manner, session: session.id, open })
  if (isUnanswered) return yield* voice.ask()
  for await (const moment of narrate(tenant, session.id, { signal, after })) {
    const pieces = voice.encode(moment)
    yield* pieces
    if (pieces.some(isLast)) return
  }
  if (!signal.aborted) yield* voice.stopped()
}

function isLast({ type }: Piece): boolean {
  return type === 'finish' || type === 'failure'
}
