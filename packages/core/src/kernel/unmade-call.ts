/** What the record of a call says of whether it was made. Its text says nothing: a tool may write what it likes. */
import type { JsonObject } from '../json.ts'
import type { Message, Part, ToolResult } from '../messages.ts'

/** Of a call that was refused before it began, who refused it; undefined when it was made, or may have been. */
export function unmadeBy({ made, denied, stubbed, input }: JsonObject): ToolResult['notMade'] {
  // Another session made the one that stands in for it.
  if (made !== false || stubbed === true) return undefined
  // It was begun before a crash, with this input. Nobody denied it, and it may have happened.
  if (denied === undefined && input !== undefined) return undefined
  return denied === 'approval' ? 'person' : true
}

/** A message as a model reads it, and as a prompt is written down: whether calls were made is for loops to know. */
export function unmarked(message: Message): Message {
  return isMarked(message) ? { ...message, parts: message.parts.map(withoutMark) } : message
}

/** The same list when there is nothing to take out. */
export function allUnmarked(messages: readonly Message[]): readonly Message[] {
  return messages.some(isMarked) ? messages.map(unmarked) : messages
}

function isMarked({ role, parts }: Message): boolean {
  return role === 'tool' && parts.some((part) => 'notMade' in part)
}

function withoutMark(part: Part): Part {
  if (part.type !== 'tool-result') return part
  const { notMade: _, ...shown } = part
  return shown
}
