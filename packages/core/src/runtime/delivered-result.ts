/** The result of an ended session, as it leaves the house. */
import type { DeliveredResult } from '../ports/delivery.ts'
import type { SessionRow, Store } from '../ports/store.ts'
import type { SessionEnd } from './conclusion.ts'
import { definitionOf, readSession } from './revive-session.ts'

type Ending = Pick<SessionEnd, 'outcome' | 'status' | 'answer' | 'gap'>

/** `end` is how it ended, where that is known; otherwise its journal is read. */
export async function deliveredResult(
  { journal }: Pick<Store, 'journal'>,
  { id, mirror }: SessionRow,
  end: Ending | undefined,
): Promise<DeliveredResult> {
  const { task, loop, persona } = await definitionOf(journal, id)
  const { outcome, status, answer, gap } = end ?? ((await readSession(journal, id)).view as Ending)
  return {
    v: 1,
    session: id,
    goal: task.goal,
    loop,
    persona: persona?.name ?? null,
    outcome,
    status,
    answer,
    gap,
    usage: mirror.usage,
    // When its last fact was made, which is its end.
    endedAt: new Date(mirror.updatedAt).toISOString(),
  }
}
