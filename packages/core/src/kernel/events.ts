/** Events: what a watcher sees. Facts have a number and are never lost; deltas have none and may be dropped. */
import type { Json, JsonObject } from '../json.ts'
import type { Fact, FactType } from '../ports/facts.ts'
import type { JournalRow } from '../ports/store.ts'

export const eventVersion = 1

export type DeltaType = 'step.started' | 'text.delta' | 'reasoning.delta' | 'tool.input.delta' | 'tool.progress'

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

export type DeltaEvent = {
  readonly v: number
  readonly at: string
  readonly type: DeltaType
  readonly session: string
  readonly path: string
  readonly data: JsonObject
}

export type SessionEvent = FactEvent | DeltaEvent

export function isFact(event: SessionEvent): event is FactEvent {
  return 'seq' in event
}

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
