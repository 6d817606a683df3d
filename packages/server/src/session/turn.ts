/**
 * One turn of a client with a session: from where the client left it to its end, or to a moment in which it needs
 * somebody. A client that answers begins the next turn.
 */
import { type ErrorCode, GyreError, isFact, type JsonObject, type Question, type SessionView } from '@gyre/core'
import { InnerLoops } from '../agui/inner-loops.ts'
import type { Moment } from '../narration/moment.ts'
import { narratorFor } from '../narration/narrator.ts'
import type { Tenant } from '../place.ts'
import type { SentReplies } from './replies.ts'

export type TurnStart = {
  readonly session: string
  /** Facts up to this number were told in turns before; 0 tells all. */
  readonly toldUpTo: number
  /** Facts up to this number are history: what it waited for then is over. */
  readonly historyUpTo: number
  readonly replies: SentReplies
}

export type TurnEvent =
  /** `isPast` when an earlier turn has told it. */
  | { readonly type: 'told'; readonly moment: Moment; readonly isPast: boolean }
  /** The last: it goes on once somebody has replied to these. */
  | { readonly type: 'waits'; readonly questions: readonly Question[] }

/** A turn with a session that has just begun. */
export function firstTurn(session: string): TurnStart {
  return { session, toldUpTo: 0, historyUpTo: 0, replies: new Map() }
}

export async function* turn(tenant: Tenant, start: TurnStart, signal: AbortSignal): AsyncGenerator<TurnEvent, void> {
  const { session, toldUpTo, historyUpTo } = start
  const narrator = narratorFor(tenant.runtime)
  const loops = new InnerLoops()
  const replies = new Map(start.replies)
  for await (const event of tenant.runtime.events(session, 0, { signal })) {
    const moments = [...loops.begin(event), ...narrator.apply(event), ...loops.end(event)]
    const { view } = narrator
    for (const moment of moments) yield { type: 'told', moment, isPast: isFact(event) && view.seq <= toldUpTo }
    for (const refused of moments.filter(isRefusal)) replies.delete(refused.id)
    const questions = isFact(event) && view.seq >= historyUpTo ? waitedFor(view, replies) : none
    if (questions.length > 0) return yield { type: 'waits', questions }
  }
}

const none: readonly Question[] = []

type Told = Extract<Moment, { readonly type: 'intervention' }>

function isRefusal(moment: Moment): moment is Told {
  return moment.type === 'intervention' && moment.state === 'rejected'
}

/** Questions it waits with; none while it works, or a reply to one of them is on its way. */
function waitedFor({ status, refusal, questions }: SessionView, replies: SentReplies): readonly Question[] {
  if (status !== 'waiting') return none
  if (refusal) throw refusalOf(refusal)
  const replied = new Set(replies.values())
  const open = [...questions.values()]
  return open.some(({ path }) => replied.has(path)) ? none : open
}

/** It waits for nobody: it cannot go on over its journal, and whoever tried said why. */
function refusalOf({ code, message }: JsonObject): GyreError {
  return new GyreError(code as ErrorCode, String(message))
}
