/** Threads: what was said in a conversation before. Each turn is a session of its own. */
import { textOfAnswer } from '../kernel/last-answer.ts'
import { assistant, type Message, user } from '../messages.ts'
import type { Store } from '../ports/store.ts'
import type { Archive } from './archive.ts'
import { definitionOf } from './revive-session.ts'

/** How many turns back a session knows. */
const longestMemory = 50

/** The goals and answers of the turns of a thread, oldest first. */
export async function threadMessages(
  { sessions, journal }: Pick<Store, 'sessions' | 'journal'>,
  archive: Archive,
  { owner, thread }: { readonly owner: string; readonly thread: string },
): Promise<readonly Message[]> {
  const turns = await sessions.list({ owner, thread, states: ['ended'], limit: longestMemory })
  const said: Message[] = []
  for (const { id } of turns.toReversed()) {
    const end = await archive.end(id)
    if (!end || end.answer === null) continue
    const { task } = await definitionOf(journal, id)
    said.push(user(task.goal, ...task.files), assistant(textOfAnswer(end.answer)))
  }
  return said
}
