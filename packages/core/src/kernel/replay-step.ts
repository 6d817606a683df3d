/** A step that was recorded: it returns what it gave, or throws what it threw. */
import { requestText } from '../audit/row.ts'
import { GyreError } from '../errors.ts'
import type { Json, JsonObject } from '../json.ts'
import type { JournalRow } from '../ports/store.ts'
import { untouched } from './hands.ts'
import { recordedAmounts } from './limits.ts'
import type { Scope } from './scope.ts'
import type { Verb } from './verb.ts'
import { Stuck } from './wrap-up.ts'

export function replay<T>(scope: Scope, verb: Verb<T>, row: JournalRow): T | Promise<T> {
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

function replayed<T>(scope: Scope, verb: Verb<T>, row: JournalRow): T {
  const { session } = scope
  if (row.kind !== verb.kind) throw session.mismatch(verb.path, String(row.kind), verb.kind)
  if (!session.isInherited(row) && row.request !== requestText(verb.request)) {
    session.drifted(verb.path, row, verb.request)
  }
  const data = row.data === null ? {} : (JSON.parse(row.data) as JsonObject)
  if (scope.run.account.parent) scope.run.account.recount(recordedAmounts(row.kind, data))
  verb.replayed?.(data)
  if (row.type === 'step.failed') throw revivedError(scope, data['error'] as JsonObject)
  return verb.revive(row.result === null ? null : (JSON.parse(row.result) as Json), data)
}

function revivedError(scope: Scope, error: JsonObject): unknown {
  if (error['code'] === 'wrap-up') return scope.session.wrapUpAgain(scope, error)
  if (error['code'] === 'stuck') return new Stuck(String(error['why']))
  return new GyreError(error['code'] as GyreError['code'], String(error['message']))
}
