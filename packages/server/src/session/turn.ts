/**
 * One turn of a client with a session: from where the client left it to its end, or to a moment in which it needs
 * somebody. A client that answers begins the next turn.
 */
import { isFact, type Question, type SessionEvent, type SessionView } from '@gyre/core'
import { InnerLoops } from '../narration/inner-loops.ts'
import type { Moment } from '../narration/moment.ts'
import { narratorFor } from '../narration/narrator.ts'
import type { Tenant } from '../place.ts'
import type { SentReplies } from './replies.ts'
import { mayRest, setAside, waitedFor } from './turn-stop.ts'

export type TurnStart = {
  readonly session: string
  /** Facts up to this number were told in turns before; 0 tells all. */
  readonly toldUpTo: number
  /** Facts up to this number are history: what it waited for then is over. */
  readonly historyUpTo: number
  readonly replies: SentReplies
  /** Whether it was sent something to go on with; by what it was replied when left out. */
  readonly hasSent?: boolean
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
  const { session, toldUpTo } = start
  const narrator = narratorFor(tenant.runtime)
  const loops = new InnerLoops()
  const replies = new Map(start.replies)
  for await (const event of tenant.runtime.events(session, 0, { signal })) {
    const moments = [...loops.begin(event), ...narrator.apply(event), ...loops.end(event)]
    const { view } = narrator
    for (const moment of moments) yield { type: 'told', moment, isPast: isFact(event) && view.seq <= toldUpTo }
    for (const refused of moments.filter(isRefusal)) replies.delete(refused.id)
    if (!isAtRest(event, view, start)) continue
    const refusal = setAside(view)
    if (refusal) throw refusal
    const questions = waitedFor(view, replies.values())
    if (questions.length > 0) return yield { type: 'waits', questions }
  }
}

type Told = Extract<Moment, { readonly type: 'intervention' }>

function isRefusal(moment: Moment): moment is Told {
  return moment.type === 'intervention' && moment.state === 'rejected'
}

/** Whether it may wait from here on. How history left it counts for who has sent nothing that it goes on with. */
function isAtRest(event: SessionEvent, view: SessionView, { historyUpTo, hasSent, replies }: TurnStart): boolean {
  if (!isFact(event) || view.seq < historyUpTo) return false
  if (view.seq > historyUpTo) return mayRest(event, view)
  return !(hasSent ?? replies.size > 0)
}
