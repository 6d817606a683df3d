import type { Task } from '../../kernel/loop.ts'
import { type Message, system, user } from '../../messages.ts'

/** A request about the task: with the conversation and the files, without which a goal may say little. */
export function requestAbout(instruction: string, task: Task, parts: string): readonly Message[] {
  return [system(instruction), ...task.messages, user(parts, ...task.files)]
}
