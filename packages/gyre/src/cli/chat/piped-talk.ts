/** A conversation without a terminal: each line that comes in is a turn. */
import { createInterface } from 'node:readline/promises'
import { exitCodes } from '../exit-codes.ts'
import type { Io } from '../io.ts'
import type { Place } from '../place.ts'
import { followSession } from '../session/follow-session.ts'
import type { Conversation } from './conversation.ts'

/** Nothing can be said after these: somebody has to do something first. */
const stopping: ReadonlySet<number> = new Set([exitCodes.needsInput, exitCodes.interrupted])

/** Answers with the exit code of the first turn that was not answered. */
export async function pipedTalk(io: Io, place: Place, conversation: Conversation): Promise<number> {
  const lines = createInterface({ input: io.input.stream, terminal: false })
  let first: number = exitCodes.done
  try {
    for await (const line of lines) {
      if (line.trim() === '') continue
      const session = await conversation.start(line.trim())
      const code = await followSession(session, { io, place, isOurs: true })
      first ||= code
      if (stopping.has(code)) break
    }
  } finally {
    lines.close()
  }
  return first
}
