/** A step that was recorded: it returns what it gave, or throws what it threw. */
import { GyreError } from '../errors.ts'
import type { Json, JsonObject } from '../json.ts'
import type { JournalRow } from '../ports/store.ts'
import { type Amounts, recordedAmounts } from './amounts.ts'
import { untouched } from './hands.ts'
import type { Scope } from './scope.ts'
import type { Verb } from './verb.ts'
import { Cut, Stuck } from './wrap-up.ts'

export function replay<T>(scope: Scope, verb: Verb<T>, row: JournalRow): T | Promise<T> {
  if (!verb.isPart) scope.steps.replayed()
  return scope.session.isOffline && verb.container ? inspected(scope, verb, row) : replayed(scope, verb, row)
}

/** A replay that proves something looks into loops that have ended, too. */
async function inspected<T>(scope: Scope, verb: Verb<T>, row: JournalRow): Promise<T> {
  if (scope.session.journal.hasBelow(verb.path)) {
    try {
      await verb.effect(untouched)
    } catch {
      // What it threw is in its record, and is thrown from there.
    }
  }
  return replayed(scope, verb, row)
}

/**
 * A step without a record, where none may be made any more. A loop that was told to end has no record
 * of its own: the step inside that was told has it. What an abort cut off has none at all, and neither
 * has what had not begun when the session ended.
 */
export async function unrecorded<T>(scope: Scope, verb: Verb<T>): Promise<T> {
  const { session } = scope
  if (verb.container && session.journal.hasBelow(verb.path)) await verb.effect(untouched)
  if (session.isAborted) return session.stopped()
  // It may have been waiting still when the session ended: the others go on to that end, if they come to it.
  await session.stillness()
  session.divergence.missing(verb)
  return session.never()
}

function replayed<T>(scope: Scope, verb: Verb<T>, row: JournalRow): T | Promise<never> {
  const { session } = scope
  session.divergence.check(verb, row)
  const data = row.data === null ? {} : (JSON.parse(row.data) as JsonObject)
  if (scope.run.account.parent) recount(scope, verb, recordedAmounts(row.kind, data))
  if (verb.container) session.budget.tellAgain(scope, data['told'] as readonly JsonObject[] | undefined)
  verb.replayed?.(data)
  if (row.type === 'step.failed') {
    const error = data['error'] as JsonObject
    // The loop did not see it then, either: the session ended without it.
    if (error['code'] === 'aborted') return session.stopped()
    const thrown = revivedError(scope, error)
    if (thrown instanceof Cut) return session.cut(thrown)
    throw thrown
  }
  return verb.revive(row.result === null ? null : (JSON.parse(row.result) as Json), data)
}

/** Steps inside of a loop or a tool that has ended are not asked for again: they are counted with it. */
function recount(scope: Scope, verb: Verb<unknown>, amounts: Amounts): void {
  const { account } = scope.run
  account.recount(amounts)
  if (verb.container || verb.kind === 'tool') account.recount(scope.session.budget.spentBelow(verb.path))
}

function revivedError(scope: Scope, error: JsonObject): unknown {
  if (error['code'] === 'wrap-up' || error['code'] === 'cut') return scope.session.budget.wrapUpAgain(scope, error)
  if (error['code'] === 'stuck') return new Stuck(String(error['why']))
  const details = error['details'] as JsonObject | undefined
  return new GyreError(error['code'] as GyreError['code'], String(error['message']), details)
}
