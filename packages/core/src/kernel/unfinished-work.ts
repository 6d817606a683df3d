/** What a child loop did before it was cut short, for whoever has to answer without it. */
import type { Message } from '../messages.ts'
import { shownAnswer } from '../parsing/shown-answer.ts'
import { below, boundedTrace, traceEntry, traceOf } from '../parsing/trace-text.ts'
import { textOfAnswer } from './answer-text.ts'
import type { LoopRun } from './loop-run.ts'

const speakers: Readonly<Record<Message['role'], string>> = {
  system: 'system',
  user: 'task',
  assistant: 'said',
  tool: 'tool',
}

/**
 * Its last conversation without what it was told to be, its best answer, and the same of the child it waited for. Nothing
 * when it had done nothing yet.
 */
export function unfinishedWork(run: LoopRun): readonly string[] {
  const { loop, lastRequest, best, child, toolSpecs } = run
  const messages = lastRequest?.messages.slice(0, lastRequest.length).filter(({ role }) => role !== 'system') ?? []
  const said = messages.flatMap((message) => traceOf(message, speakers[message.role]))
  const proposed = best ? [traceEntry('best answer so far', shownAnswer(textOfAnswer(best.answer), toolSpecs))] : []
  const inner = child ? unfinishedWork(child) : []
  if (proposed.length + inner.length === 0 && messages.every(({ role }) => role === 'user')) return []
  return boundedTrace(below(`[${loop.name}]`, [...said, ...proposed, ...inner]))
}
