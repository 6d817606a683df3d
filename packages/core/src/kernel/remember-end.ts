/** The answer of a session, kept for later ones: a step like any other, made before the end is written down. */
import { GyreError } from '../errors.ts'
import type { LoopEnd } from './context.ts'
import { answerMemory } from './end-memories.ts'
import type { Task } from './loop.ts'
import { remembering } from './memory-verbs.ts'
import type { Scope } from './scope.ts'
import type { ResultMemory } from './session-view.ts'
import { note } from './small-verbs.ts'
import { step } from './step.ts'

/**
 * Remembers how a session ended, if there is an answer. A memory that fails is noted and takes nothing away from the
 * end. What its steps gave is no step: that is owed, and kept after the end.
 */
export async function rememberEnd(scope: Scope, task: Task, end: LoopEnd): Promise<void> {
  const { session, run } = scope
  const terms: ResultMemory = session.definition.remembers ?? {}
  const about = { session: session.id, loop: run.loop.name, redact: session.redact, terms }
  const memory = answerMemory(about, task.goal, end)
  if (!memory) return
  const path = scope.next('memory')
  // A loop that ends otherwise now than it did: the other end tells that.
  if (session.isOffline && !session.journal.peek(path)) return
  try {
    // The answer is there: nothing that is spent, and nobody's wish for an end, stands in the way of keeping it.
    await step(scope, { ...remembering(scope, path, memory), isLast: true, asksForMore: true })
  } catch (error) {
    if (session.isHalted || !(error instanceof GyreError)) throw error
    note(scope.below(path), 'memory-failed', { code: error.code, message: error.message })
  }
}
