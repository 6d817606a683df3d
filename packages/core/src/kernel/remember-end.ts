/** What a session came to, kept for later ones: a step like any other, made before the end is written down. */
import { GyreError } from '../errors.ts'
import type { NewMemory } from '../ports/memory.ts'
import { textOfAnswer } from './answer-text.ts'
import type { LoopEnd } from './context.ts'
import type { Task } from './loop.ts'
import { remembering } from './memory-verbs.ts'
import { statusOf } from './outcome.ts'
import type { Scope } from './scope.ts'
import { note } from './small-verbs.ts'
import { step } from './step.ts'

const mostOfGoal = 500
const mostOfAnswer = 4000

/**
 * Remembers how a session ended, if it was made to and there is an answer. A memory that fails is noted and takes
 * nothing away from the end.
 */
export async function rememberEnd(scope: Scope, task: Task, end: LoopEnd): Promise<void> {
  const { session } = scope
  if (!isWorthKeeping(end)) return
  const path = scope.next('memory')
  // A loop that ends otherwise now than it did: the other end tells that.
  if (session.isOffline && !session.journal.peek(path)) return
  try {
    // The answer is there: nothing that is spent, and nobody's wish for an end, stands in the way of keeping it.
    await step(scope, { ...remembering(scope, path, memoryOf(scope, task, end)), isLast: true, asksForMore: true })
  } catch (error) {
    if (session.isHalted || !(error instanceof GyreError)) throw error
    note(scope.below(path), 'memory-failed', { code: error.code, message: error.message })
  }
}

/** An answer that a limit cut short is one; what a session had when it failed, was stuck or aborted is none. */
function isWorthKeeping({ answer, outcome }: LoopEnd): boolean {
  return answer !== null && statusOf(outcome) === 'completed' && textOfAnswer(answer).trim() !== ''
}

function memoryOf({ session, run }: Scope, { goal }: Task, { answer, outcome }: LoopEnd): NewMemory {
  const { id, redact, definition } = session
  const expiresInMs = definition.remembers?.expiresInMs
  // Secrets go before it is cut: the half of one would not be known as such.
  const shown = (text: string, most: number) => shortened(redact.text(text).trim(), most)
  const manner = outcome === 'answered' ? '' : ` (${outcome})`
  return {
    text: `Task: ${shown(goal, mostOfGoal)}\n\nAnswer${manner}: ${shown(textOfAnswer(answer), mostOfAnswer)}`,
    kind: 'reasoning',
    data: { session: id, loop: run.loop.name, outcome },
    ...(expiresInMs !== undefined && { expiresInMs }),
  }
}

/** At most so many characters, the last of which shows that there were more. No character is cut in halves. */
function shortened(text: string, most: number): string {
  if (text.length <= most) return text
  const isHalf = /[\ud800-\udbff]/.test(text.charAt(most - 2))
  return `${text.slice(0, most - (isHalf ? 2 : 1))}…`
}
