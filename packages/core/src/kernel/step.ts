/**
 * The step: the one function every effect goes through.
 *
 *     recorded?        return what it gave, or throw what it threw
 *     may it go on?    abort, pause, finish; what people want done to it
 *     budget           reserve what it will probably cost
 *     effect           or what a person put in its place
 *     journal          durable before the loop goes on, unless doing it again does no harm
 *
 * A crash between an effect and its record repeats the effect: at least once, not exactly once. So
 * effects on the world take the path as their idempotency key, and tools that must not be repeated
 * write down their intent first.
 */
import { Attempt, type Settled } from './attempt.ts'
import { replay, unrecorded } from './replay-step.ts'
import { reserve } from './reserve.ts'
import type { Scope } from './scope.ts'
import type { Verb } from './verb.ts'

export async function step<T>(scope: Scope, verb: Verb<T>): Promise<T> {
  const { session } = scope
  const known = session.journal.take(verb.path)
  if (known !== undefined) return replay(scope, verb, known)
  scope.ahead?.admit()
  if (session.isOffline || session.isAborted) return unrecorded(scope, verb)

  const attempt = new Attempt(scope, verb)
  attempt.begin()
  let done: Settled
  try {
    if (attempt.isLate) await attempt.confirmLease()
    if (attempt.isSupervised) await session.supervisor.pass(attempt)
    const shortage = reserve(attempt)
    if (shortage) await shortage
    const performed = attempt.perform()
    done = attempt.settle(performed instanceof Promise ? await performed : performed)
    const durable = attempt.record(done)
    if (durable) await durable
  } catch (error) {
    throw await attempt.fail(error)
  } finally {
    attempt.end()
  }
  return verb.revive(done.result, done.data)
}
