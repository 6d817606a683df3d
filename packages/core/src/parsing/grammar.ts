/** A text protocol: how a model without native tools is taught to call them, and how its replies are read. */
import type { Json } from '../json.ts'
import type { Message } from '../messages.ts'
import type { ToolSpec } from '../ports/model.ts'

/** A call as a reply asks for it. With a `fault` its input could not be read and is the raw text. */
export type ParsedCall = { readonly tool: string; readonly input: Json; readonly fault?: string }

/** What a reply says. `salvage` is the prose of a malformed one that a person may see, or '' if there is none. */
export type Parsed =
  | { readonly kind: 'answer'; readonly text: string }
  | { readonly kind: 'calls'; readonly thought: string; readonly calls: readonly ParsedCall[] }
  | { readonly kind: 'fault'; readonly fault: string; readonly salvage: string }

/** A text protocol: it teaches a model to call tools, writes a conversation in its form, and reads replies. */
export type Grammar = {
  readonly name: string
  readonly version: number
  /** The system text that teaches the protocol, with the tools. */
  preamble(tools: readonly ToolSpec[]): string
  /** How a message with calls or tool results looks in this protocol: text parts only. Others stay as they are. */
  render(message: Message): Message
  /** Texts at which the model must stop, so that it cannot invent what a tool says. */
  readonly stop: readonly string[]
  /** `isTaught`, true unless it is said: the model was told this form. Else its words may be those of an answer. */
  parse(text: string, tools: readonly ToolSpec[], isTaught?: boolean): Parsed
  /** A short prompt that names the fault and shows the form, for the one repair turn. */
  repair(fault: string, tools: readonly ToolSpec[]): string
}
