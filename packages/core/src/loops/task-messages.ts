import type { Task } from '../kernel/loop.ts'
import { type Message, user } from '../messages.ts'

/** The conversation so far, and the goal with its files. */
export function taskMessages(task: Task): readonly Message[] {
  return [...task.messages, user(task.goal, ...task.files)]
}
