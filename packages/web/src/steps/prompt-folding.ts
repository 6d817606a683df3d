/** A prompt beside the one before it: what is the same is folded, and what people added is marked. */
import type { api, InferResponseType } from '../api/client.ts'

type Answer = InferResponseType<(typeof api.sessions)[':id']['steps'][':path']['prompt']['$get'], 200>
export type PromptMessage = Answer['messages'][number]

export type FoldedPrompt = {
  /** Messages at its beginning that the prompt before has too, byte for byte. */
  readonly same: readonly PromptMessage[]
  readonly added: readonly PromptMessage[]
}

export function foldPrompt(
  messages: readonly PromptMessage[],
  before: readonly PromptMessage[] | undefined,
): FoldedPrompt {
  const known = before ?? []
  let same = 0
  while (same < messages.length && same < known.length && bytesOf(messages[same]) === bytesOf(known[same])) same++
  // A prompt that was sent once more as it is has nothing that is new: all of it is shown.
  if (same === messages.length) same = 0
  return { same: messages.slice(0, same), added: messages.slice(same) }
}

function bytesOf(message: PromptMessage | undefined): string {
  return JSON.stringify(message)
}

/** What people put into prompts, by how the kernel marks it. */
const marks = [
  ['[USER GUIDANCE] ', 'guidance'],
  ['[CONTEXT] ', 'context'],
] as const

export type Addition = 'guidance' | 'context'

/** Whether a person added a message to the conversation, and as what. Only its beginning counts: anybody may quote. */
export function additionIn({ role, parts }: PromptMessage): Addition | undefined {
  const [first] = parts
  const text = first?.type === 'text' ? first['text'] : undefined
  if (role !== 'user' || typeof text !== 'string') return undefined
  return marks.find(([mark]) => text.startsWith(mark))?.[1]
}

/** A prompt as text, to be taken elsewhere. */
export function promptText(messages: readonly PromptMessage[]): string {
  return messages.map(({ role, parts }) => `[${role}]\n${parts.map(partText).join('\n')}`).join('\n\n')
}

export function partText(part: PromptMessage['parts'][number]): string {
  if (typeof part['text'] === 'string') return part['text']
  if (part.type === 'tool-call') return `${String(part['tool'])} ${JSON.stringify(part['input'])}`
  if (part.type === 'file') return `file ${String(part['name'])}`
  return part.type === 'image' ? `picture, ${String(part['mediaType'])}` : JSON.stringify(part)
}
