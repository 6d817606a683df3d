/**
 * Messages: what is said between a person, a model and its tools.
 *
 * The type is our own, so that a journal outlives any provider's library. Messages are frozen: the
 * kernel recognises one by identity and stores a prompt as "the last prompt, and these after it".
 */
import type { Json } from './json.ts'

/** Text of a message. */
export type TextPart = { readonly type: 'text'; readonly text: string }

/** What the model thought before it spoke. `signature` is the provider's, handed back to it unread. */
export type ReasoningPart = { readonly type: 'reasoning'; readonly text: string; readonly signature?: string }

/** A picture, as base64 `data` or by `url`. */
export type ImagePart = {
  readonly type: 'image'
  readonly mediaType: string
  readonly data?: string
  readonly url?: string
}

/** A file beside a message; `data` is base64. */
export type FilePart = {
  readonly type: 'file'
  readonly name: string
  readonly mediaType: string
  /** The text of a text file, which `isTextMedia` tells by its type, or the base64 of any other. */
  readonly data: string
}

/** A call the model asks for. `fault` says why its arguments could not be read; `input` is then the raw text. */
export type ToolCall = {
  readonly type: 'tool-call'
  readonly id: string
  readonly tool: string
  readonly input: Json
  readonly fault?: string
}

/** What a tool answered. A failure is an answer too: the model can do something about it. */
export type ToolResult = {
  readonly type: 'tool-result'
  readonly id: string
  readonly tool: string
  readonly text: string
  readonly data?: Json
  readonly parts?: readonly (ImagePart | FilePart)[]
  readonly error?: true
  readonly untrusted?: Untrusted
  /** The call was refused before it began, by a person or by a check. The kernel says so; no tool can, and no model is told. */
  readonly notMade?: true | 'person'
}

/** Text from outside the program: a model is shown it as data, in a fence. */
export type Untrusted = {
  /** A tool, an address, a file. */
  readonly from: string
  readonly suspected?: readonly Suspicion[]
}

/** A stretch of a text that reads like an instruction to the model. */
export type Suspicion = { readonly rule: string; readonly start: number; readonly end: number }

/** A part of a message. */
export type Part = TextPart | ReasoningPart | ImagePart | FilePart | ToolCall | ToolResult

/** Something that was said. Made by `system`, `user`, `assistant` and `observation`; it is frozen. */
export type Message = {
  readonly role: 'system' | 'user' | 'assistant' | 'tool'
  readonly parts: readonly Part[]
}

/** What the model is told about itself and its task. */
export function system(text: string): Message {
  return message('system', [{ type: 'text', text }])
}

/** What a person says, with images and files beside it. */
export function user(text: string, ...attached: readonly (ImagePart | FilePart)[]): Message {
  return message('user', [{ type: 'text', text }, ...attached])
}

/** What a model said: a text, or parts. */
export function assistant(said: string | readonly Part[]): Message {
  return message('assistant', typeof said === 'string' ? [{ type: 'text', text: said }] : said)
}

/** One tool's answer, as the message a model reads. */
export function observation(result: ToolResult): Message {
  return message('tool', [result])
}

function message(role: Message['role'], parts: readonly Part[]): Message {
  return freezeMessage({ role, parts })
}

/** Freezes a message and its parts. Values inside a part are plain JSON that nobody else holds. */
export function freezeMessage(message: Message): Message {
  if (Object.isFrozen(message)) return message
  for (const part of message.parts) Object.freeze(part)
  Object.freeze(message.parts)
  return Object.freeze(message)
}

/** The text of a message, its parts joined; reasoning and tool traffic left out. */
export function textOf(message: Message): string {
  const [only] = message.parts
  if (message.parts.length === 1 && only?.type === 'text') return only.text
  let text = ''
  for (const part of message.parts) if (part.type === 'text') text += part.text
  return text
}

/** The calls a model asks for in a message. */
export function toolCallsOf(message: Message): readonly ToolCall[] {
  const calls: ToolCall[] = []
  for (const part of message.parts) if (part.type === 'tool-call') calls.push(part)
  return calls
}

/** How many characters a model has to read, for estimating tokens before a provider has counted them. */
export function sizeOf(message: Message): number {
  let size = 0
  for (const part of message.parts) size += partSize(part)
  return size
}

/** A picture costs a model about a thousand tokens, whatever its bytes. */
const imageSize = 4000

function partSize(part: Part): number {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return part.text.length
    case 'image':
      return imageSize
    case 'file':
      return part.data.length
    case 'tool-call':
      return part.tool.length + JSON.stringify(part.input).length
    case 'tool-result':
      return part.tool.length + part.text.length
  }
}
