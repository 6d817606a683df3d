/** Threads: what was said in a conversation before. Each turn is a session of its own. */
import { textOfAnswer } from '../kernel/answer-text.ts'
import { assistant, type Message, user } from '../messages.ts'
import type { Store } from '../ports/store.ts'
import type { Archive } from './archive.ts'
import { definitionOf } from './revive-session.ts'

/** How many messages back a session knows. */
const longestMemory = 100

/** How many turns without an answer are looked behind. */
const mostSilent = 20

/** The conversation up to the last turn that was answered: what that one was told, its goal and its answer. */
export async function threadMessages(
  { sessions, journal }: Pick<Store, 'sessions' | 'journal'>,
  archive: Archive,
  { owner, thread }: { readonly owner: string; readonly thread: string },
): Promise<readonly Message[]> {
  for (const { id } of await sessions.list({ owner, thread, states: ['ended'], limit: mostSilent })) {
    const end = await archive.end(id)
    if (!end || end.answer === null) continue
    const { task } = await definitionOf(journal, id)
    const said = [...task.messages, user(task.goal, ...task.files), assistant(textOfAnswer(end.answer))]
    return said.slice(-longestMemory)
  }
  return []
}
