/** Events: what a watcher sees. Facts have a number and are never lost; deltas have none and may be dropped. */
import type { Json, JsonObject } from '../json.ts'
import type { Fact, FactType } from '../ports/facts.ts'
import type { JournalRow } from '../ports/store.ts'

export const eventVersion = 1

export type DeltaType = 'step.started' | 'text.delta' | 'reasoning.delta' | 'tool.input.delta' | 'tool.progress'

/** A fact of the journal, told once it is durable. `seq` counts from 1 and leaves none out; `at` is ISO 8601. */
export type FactEvent = {
  readonly v: number
  readonly seq: number
  /** ISO 8601, UTC. */
  readonly at: string
  readonly type: FactType
  readonly session: string
  readonly path?: string
  readonly data: JsonObject
}

/** A piece of what is being made, such as text of a model. It has no number and may be dropped. */
export type DeltaEvent = {
  readonly v: number
  readonly at: string
  readonly type: DeltaType
  readonly session: string
  readonly path: string
  readonly data: JsonObject
}

/** What a watcher of a session is told. */
export type SessionEvent = FactEvent | DeltaEvent

/** Whether an event is a fact: it has a number and is in the journal. Deltas only preview one. */
export function isFact(event: SessionEvent): event is FactEvent {
  return 'seq' in event
}

/** A fact of the journal as watchers see it. */
export function factEvent(session: string, fact: Fact): FactEvent {
  return {
    v: eventVersion,
    seq: fact.seq,
    at: new Date(fact.at).toISOString(),
    type: fact.type,
    session,
    ...(fact.path !== undefined && { path: fact.path }),
    data: {
      ...(fact.kind && { kind: fact.kind }),
      ...(fact.request !== undefined && { request: fact.request }),
      ...(fact.result !== undefined && { result: fact.result }),
      ...(fact.data as JsonObject | undefined),
    },
  }
}

/** The fact a row was written from. */
export function factOf(row: JournalRow): Fact {
  return {
    seq: row.seq,
    at: row.at,
    type: row.type,
    ...(row.path !== null && { path: row.path }),
    ...(row.kind !== null && { kind: row.kind as NonNullable<Fact['kind']> }),
    ...(row.request !== null && { request: JSON.parse(row.request) as Json }),
    ...(row.result !== null && { result: JSON.parse(row.result) as Json }),
    ...(row.data !== null && { data: JSON.parse(row.data) as Json }),
  }
}
