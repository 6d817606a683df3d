/** How a session comes to its end: what the loop returned or threw, written down as the last fact. */
import { toGyreError } from '../errors.ts'
import type { Json } from '../json.ts'
import type { LoopEnd } from '../kernel/context.ts'
import { rejectedFact } from '../kernel/hands.ts'
import type { OverrideBody } from '../kernel/intervention.ts'
import type { LiveSession } from '../kernel/live-session.ts'
import { abortedEnd } from '../kernel/loop-run.ts'
import { type Outcome, statusOf } from '../kernel/outcome.ts'
import { bestProposal } from '../kernel/proposals.ts'
import type { NewFact } from '../kernel/session-journal.ts'
import { type SessionUsage, usageOf } from '../kernel/session-view.ts'
import type { Intervention, Settlement } from '../ports/store.ts'

/** How a session ended. The answer is a value of the schema that was asked for, where one was; null when there is none. */
export type SessionEnd<A = Json> = Omit<LoopEnd, 'answer'> & {
  readonly answer: A | null
  readonly session: string
  readonly loop: string
  readonly status: ReturnType<typeof statusOf>
  readonly usage: SessionUsage
  readonly error: { readonly code: string; readonly message: string } | null
}

export type Concluded = { readonly end: LoopEnd; readonly error: SessionEnd['error'] }

/** Runs the loop; whatever it throws becomes an outcome with the best answer so far. */
export async function outcomeOf(session: LiveSession, run: () => Promise<LoopEnd>): Promise<Concluded> {
  try {
    return { end: session.redact.json(await run()) as LoopEnd, error: null }
  } catch (thrown) {
    const error = toGyreError(thrown, 'loop-failed')
    const outcome: Outcome = `failed:${error.code}`
    const answer = (session.rootRun && bestProposal(session.rootRun)?.answer) ?? null
    const { code } = error
    const message = session.redact.text(error.message)
    return { end: { answer, outcome, gap: null, details: null }, error: { code, message } }
  }
}

/** Runs the loop to its end and writes that down. Never resolves when the session stopped here before. */
export async function conclude(session: LiveSession, run: () => Promise<LoopEnd>): Promise<SessionEnd> {
  const { end: ended, error } = await outcomeOf(session, run)
  if (session.isHalted) return session.never()
  // Steps nobody waits for any more are ended, so that the end is the last fact.
  session.endInFlight()
  // What people wanted and came too late for is settled with the end.
  const rest = await session.supervisor.inbox.close()
  // An abort that met the end counts, too: it is told of as applied.
  const end = session.isAborted && session.rootRun ? abortedEnd(session.rootRun) : ended
  const status = statusOf(end.outcome)
  const active = session.activity.activeMs()
  const { account, isCostKnown } = session.budget
  const usage = usageOf(account.used, isCostKnown, active)
  const isWhole = error === null && !session.isAborted
  const late = rest.map((intervention) => ({ intervention, why: whyLate(intervention, isWhole) }))
  const facts: NewFact[] = late.map(({ intervention, why }) => rejectedFact(intervention, why))
  const settle = late.map(({ intervention: { id }, why }): Settlement => ({ id, state: 'rejected', at: null, why }))
  facts.push({ type: 'session.ended', data: { ...end, status, active, error } })
  try {
    const mirror = { status, outcome: end.outcome, usage: { ...usage }, state: 'ended' } as const
    const durable = session.journal.append(facts, { mirror, settle })
    session.journal.isClosed = true
    await durable
  } catch {
    return session.never()
  }
  return { session: session.id, loop: session.definition.loop, ...end, status, usage, error }
}

/** A call that no request could make, as none came that offers tools; all else came too late. */
function whyLate({ action, body }: Intervention, isWhole: boolean): string {
  return isWhole && action === 'override' && 'tool' in (body as OverrideBody) ? 'no-tools' : 'session-ended'
}
