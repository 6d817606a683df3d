/** Where a turn of a client with a session stops: one rule for every protocol. */
import { asideReason, type ErrorCode, type FactEvent, GyreError, type Question, type SessionView } from '@gyre/core'

/** What a session may come to rest with. One that was answered a moment ago still counts as waiting until its next status. */
const resting: ReadonlySet<string> = new Set<FactEvent['type']>([
  'session.status',
  'question.asked',
  'intervention.rejected',
])

/** Why it was set aside stays known while it is taken up again: that is news with a status alone. */
export function mayRest({ type }: FactEvent, { refusal }: SessionView): boolean {
  return resting.has(type) && (!refusal || type === 'session.status')
}

/** Why it was set aside: it waits for nobody's answer then. */
export function setAside(view: SessionView): GyreError | undefined {
  const reason = asideReason(view)
  return reason ? new GyreError(reason['code'] as ErrorCode, String(reason['message'])) : undefined
}

/** The questions that a session waits with: none while it works, or while a reply to one of them is on its way. */
export function waitedFor(view: SessionView, replied: Iterable<string>): readonly Question[] {
  if (view.status !== 'waiting' || setAside(view)) return []
  const isReplied = new Set(replied)
  const open = [...view.questions.values()]
  return open.some(({ path }) => isReplied.has(path)) ? [] : open
}
