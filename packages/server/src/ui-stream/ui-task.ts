/** The messages of a chat as a task, in the way of a chat completion. */
import type { ChatMessage, ContentPart } from '../openai/chat/chat-request.ts'
import { type ChatTask, taskOf } from '../openai/chat/chat-task.ts'
import type { UiMessage, UiPart } from './chat-input.ts'

export function uiTask(messages: readonly UiMessage[], system: string): ChatTask {
  const task = taskOf(messages.map(chatMessage))
  return { ...task, instructions: [system, task.instructions].filter((text) => text !== '').join('\n\n') }
}

/** What was said. Tools and steps of earlier answers are theirs. */
function chatMessage({ role, parts }: UiMessage): ChatMessage {
  return { role, content: parts.flatMap(chatPart) }
}

function chatPart({ type, text, url, mediaType, filename }: UiPart): readonly ContentPart[] {
  if (type === 'text' && text !== undefined) return [{ type: 'text', text }]
  if (type !== 'file' || url === undefined) return []
  if (mediaType?.startsWith('image')) return [{ type: 'image_url', image_url: { url } }]
  return [{ type: 'file', file: { file_data: url, ...(filename !== undefined && { filename }) } }]
}
