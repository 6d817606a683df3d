/** An ended session, and its result as it leaves the house. */
import type { SessionDefinition } from '../kernel/session-view.ts'
import type { DeliveredResult } from '../ports/delivery.ts'
import type { SessionRow, Store } from '../ports/store.ts'
import type { SessionEnd } from './conclusion.ts'
import { definitionOf, readSession } from './revive-session.ts'

type Ending = Pick<SessionEnd, 'outcome' | 'status' | 'answer' | 'gap' | 'details'>

export type EndedSession = {
  readonly row: SessionRow
  readonly definition: SessionDefinition
  readonly end: Ending
}

/** `end` is how it ended, where that is known; otherwise its journal is read. */
export async function endedSession(
  { journal }: Pick<Store, 'journal'>,
  row: SessionRow,
  end: Ending | undefined,
): Promise<EndedSession> {
  const definition = await definitionOf(journal, row.id)
  return { row, definition, end: end ?? ((await readSession(journal, row.id)).view as Ending) }
}

export function deliveredResult({ row, definition, end }: EndedSession): DeliveredResult {
  const { task, loop, persona } = definition
  const { outcome, status, answer, gap } = end
  const { usage, updatedAt } = row.mirror
  return {
    v: 1,
    session: row.id,
    goal: task.goal,
    loop,
    persona: persona?.name ?? null,
    outcome,
    status,
    answer,
    gap,
    usage,
    // When its last fact was made, which is its end.
    endedAt: new Date(updatedAt).toISOString(),
  }
}
