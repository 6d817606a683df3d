/** The messages of a run as a task, in the way of a chat completion. */

import { unsupportedField } from '../http/read-body.ts'
import type { ChatMessage, ContentPart } from '../openai/chat/chat-request.ts'
import { type ChatTask, taskOf } from '../openai/chat/chat-task.ts'
import type { AguiContentPart, AguiMessage, RunInput } from './run-input.ts'

/** What is said about the application rides with the instructions. */
export function aguiTask({ messages, context }: Pick<RunInput, 'messages' | 'context'>): ChatTask {
  const task = taskOf(messages.flatMap(chatMessage))
  const known = context.map(({ description, value }) => `${description}: ${value}`)
  return { ...task, instructions: [task.instructions, ...known].filter((text) => text !== '').join('\n\n') }
}

/** What subagents said, activities and thoughts were never meant for the model. */
function chatMessage({ role, content, toolCalls, toolCallId, subagentRunId }: AguiMessage): readonly ChatMessage[] {
  if (role === 'activity' || role === 'reasoning' || subagentRunId !== undefined) return []
  return [
    {
      role,
      content: typeof content === 'string' ? content : Array.isArray(content) ? content.map(chatPart) : null,
      ...(toolCalls && { tool_calls: toolCalls }),
      ...(toolCallId !== undefined && { tool_call_id: toolCallId }),
    },
  ]
}

function chatPart(part: AguiContentPart, index: number): ContentPart {
  if (part.type === 'text') return { type: 'text', text: part.text }
  const { type, source } = part
  if (source.type === 'file')
    throw unsupportedField(`content[${index}].source`, 'files of a provider cannot be read here')
  const url = source.type === 'url' ? source.value : `data:${source.mimeType ?? ''};base64,${source.value}`
  if (type === 'image') return { type: 'image_url', image_url: { url } }
  return { type: 'file', file: { file_data: url, filename: type } }
}
