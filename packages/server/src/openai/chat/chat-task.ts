/** The messages of a request as a task: what is wanted, what was said before, and how to go about it. */
import { assistant, type FilePart, type ImagePart, type Message, user } from '@gyre/core'
import { invalidField } from '../../http/read-body.ts'
import { attachmentsOf } from './attachments.ts'
import type { ChatMessage } from './chat-request.ts'
import { saidBefore } from './said-before.ts'

export type ChatTask = {
  readonly goal: string
  readonly messages: readonly Message[]
  readonly files: readonly (FilePart | ImagePart)[]
  /** What system and developer messages say; empty when there are none. */
  readonly instructions: string
}

/** A message of pictures alone wants something, too. */
const goalOfFiles = 'Look at what is attached.'

/** The last message of the user is the goal. What was done for it since is told with it. */
export function taskOf(messages: readonly ChatMessage[]): ChatTask {
  const last = messages.findLastIndex(({ role }) => role === 'user')
  const wanted = messages[last]
  if (!wanted) throw invalidField('messages', 'expected a message with the role `user`')
  const names = toolNames(messages)
  const since = messages.slice(last + 1).flatMap((message) => spokenLines(message, names))
  const files = filesOf(wanted, last)
  const goal = textOfMessage(wanted).trim() || (files.length > 0 ? goalOfFiles : '')
  if (goal === '') throw invalidField(`messages[${last}].content`, 'expected a text')
  return {
    goal: since.length === 0 ? goal : [goal, 'Done for this so far:', ...since].join('\n\n'),
    messages: messages.slice(0, last).flatMap((message, index) => earlier(message, index, names)),
    files,
    instructions: instructionsOf(messages),
  }
}

export function textOfMessage({ content }: ChatMessage): string {
  if (typeof content === 'string') return content
  return (content ?? []).map((part) => (part.type === 'text' ? part.text : '')).join('')
}

function instructionsOf(messages: readonly ChatMessage[]): string {
  return messages
    .filter(({ role }) => role === 'system' || role === 'developer')
    .map((message) => textOfMessage(message).trim())
    .filter((text) => text !== '')
    .join('\n\n')
}

function filesOf({ content }: ChatMessage, index: number): readonly (FilePart | ImagePart)[] {
  return Array.isArray(content) ? attachmentsOf(content, `messages[${index}].content`) : []
}

type ToolNames = ReadonlyMap<string, string>

/** A result names its call, not its tool. */
function toolNames(messages: readonly ChatMessage[]): ToolNames {
  const calls = messages.flatMap(({ tool_calls: each }) => each ?? [])
  return new Map(calls.map(({ id, function: { name } }) => [id, name]))
}

function earlier(message: ChatMessage, index: number, names: ToolNames): readonly Message[] {
  if (message.role === 'user') {
    const files = filesOf(message, index)
    const text = textOfMessage(message)
    return text === '' && files.length === 0 ? [] : [user(text, ...files)]
  }
  const text = spokenLines(message, names).join('\n\n')
  if (text === '') return []
  return [message.role === 'tool' ? user(text) : assistant(text)]
}

/** What an assistant or a tool of the client said, as text: a loop has no use for calls that are not its own. */
function spokenLines(message: ChatMessage, names: ToolNames): readonly string[] {
  if (message.role === 'tool') {
    const name = names.get(message.tool_call_id ?? '') ?? 'tool'
    return [`Result of \`${name}\`: ${textOfMessage(message)}`]
  }
  if (message.role !== 'assistant') return []
  const said = saidBefore(textOfMessage(message))
  const calls = (message.tool_calls ?? []).map(
    ({ function: { name, arguments: input } }) => `Called \`${name}\` with ${input}`,
  )
  return [...(said === '' ? [] : [said]), ...calls]
}
