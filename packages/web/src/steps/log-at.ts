/** A session as it was: its facts up to one of them, folded anew. */
import { SessionLog } from '../session/session-log.ts'
import { count, plural } from '../ui/format.ts'

/**
 * The session as it stood after the fact with this number. `known` is one that was made of the same session before: it
 * is gone on with where it is earlier.
 */
export function logAt(source: SessionLog, seq: number, known?: SessionLog): SessionLog {
  const log = known && known.view.seq <= seq ? known : new SessionLog(source.id)
  for (let at = log.facts.length; at < source.facts.length; at++) {
    const fact = source.facts[at]
    if (!fact || fact.seq > seq) break
    log.apply(fact)
  }
  return log
}

/** The numbers of the facts a replay stops at: where a step ended, and where the session did. */
export function stopsOf({ steps, facts }: SessionLog): readonly number[] {
  const last = facts.at(-1)
  const ends = steps.map(({ seq }) => seq)
  return last && last.type === 'session.ended' ? [...ends, last.seq] : ends
}

/** Which stop it is, in words: the end of a session is no step of its own. */
export function stopText(at: number, steps: number): string {
  return at < steps ? `step ${count(at + 1)} of ${count(steps)}` : `the end, after ${plural(steps, 'step')}`
}
