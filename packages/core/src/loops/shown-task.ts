/** A task as it is shown to those who judge or mend an answer to it. */
import type { Task } from '../kernel/loop.ts'
import { boundedTrace, traceOf } from '../parsing/trace-text.ts'

/** Parts of a material: the goal, and the conversation it belongs to, where there is one. */
export function shownTask({ goal, messages }: Task): { readonly conversation?: string; readonly task: string } {
  const said = boundedTrace(messages.flatMap((message) => traceOf(message, message.role)))
  return { ...(said.length > 0 && { conversation: said.join('\n') }), task: goal }
}
