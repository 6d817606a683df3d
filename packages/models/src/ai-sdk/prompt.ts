/** Messages as a provider reads them. Equal messages give equal prompts: caches of providers hit by that. */

import type {
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  LanguageModelV4ToolResultOutput,
  SharedV4ProviderOptions,
} from '@ai-sdk/provider'
import type { Json, Message, ReasoningPart, ToolCall, ToolResult } from '@gyre/core'
import { shownText, textOf } from '@gyre/core'
import { attachment } from './attachment.ts'
import { wireId } from './call-ids.ts'
import type { Dialect } from './dialect.ts'
import { readSignature, signedBlocks } from './signature.ts'
import { wireName } from './tool-names.ts'

type AssistantContent = Extract<LanguageModelV4Message, { role: 'assistant' }>['content']
type UserContent = Extract<LanguageModelV4Message, { role: 'user' }>['content']
type ResultContent = Extract<LanguageModelV4Message, { role: 'tool' }>['content']

export function renderPrompt(messages: readonly Message[], dialect: Dialect): LanguageModelV4Prompt {
  const prompt = new PromptWriter(dialect)
  for (const message of messages) prompt.add(message)
  return prompt.done()
}

class PromptWriter {
  readonly #dialect: Dialect
  readonly #prompt: LanguageModelV4Prompt = []
  /** Pictures and files of tools, held back until their last answer: nothing may stand between answers. */
  #held: UserContent = []

  constructor(dialect: Dialect) {
    this.#dialect = dialect
  }

  add(message: Message): void {
    if (message.role !== 'tool') this.#release()
    if (message.role === 'system') this.#system(textOf(message))
    else if (message.role === 'user') this.#user(userContent(message))
    else if (message.role === 'assistant') this.#assistant(message)
    else this.#results(message)
  }

  done(): LanguageModelV4Prompt {
    this.#release()
    if (this.#dialect.cacheMarks) markCache(this.#prompt)
    return this.#prompt
  }

  #system(content: string): void {
    const last = this.#prompt.at(-1)
    const isLeading = last === undefined || last.role === 'system'
    if (!isLeading && this.#dialect.system !== 'anywhere') this.#user([{ type: 'text', text: content }])
    else if (last?.role === 'system' && this.#dialect.system === 'single') last.content += `\n\n${content}`
    else this.#prompt.push({ role: 'system', content })
  }

  #user(content: UserContent): void {
    if (content.length === 0) return
    const last = this.#prompt.at(-1)
    // Providers that take one system message only often want the roles to take turns, too.
    if (last?.role === 'user' && this.#dialect.system === 'single') {
      last.content.push(...content)
      return
    }
    if (last?.role === 'tool' && this.#dialect.answersTools)
      this.#prompt.push({ role: 'assistant', content: [{ type: 'text', text: 'I have read the results.' }] })
    this.#prompt.push({ role: 'user', content })
  }

  #assistant(message: Message): void {
    const content = assistantContent(message, this.#dialect)
    if (content.length > 0) this.#prompt.push({ role: 'assistant', content })
  }

  #results(message: Message): void {
    const content: ResultContent = []
    for (const part of message.parts) {
      if (part.type !== 'tool-result') continue
      const { filesInResults, callIds } = this.#dialect
      const output = resultOutput(part, filesInResults)
      const toolCallId = wireId(part.id, callIds)
      content.push({ type: 'tool-result', toolCallId, toolName: wireName(part.tool), output })
      if (part.parts && !filesInResults) this.#hold(part)
    }
    if (content.length > 0) this.#prompt.push({ role: 'tool', content })
  }

  #hold({ tool, parts = [], untrusted }: ToolResult): void {
    const attached = parts.map((part) => attachment(part, untrusted))
    this.#held.push({ type: 'text', text: `From the result of ${tool}:` }, ...attached)
  }

  #release(): void {
    const held = this.#held
    this.#held = []
    this.#user(held)
  }
}

function userContent({ parts }: Message): UserContent {
  return parts.flatMap((part) => {
    if (part.type === 'text') return part.text === '' ? [] : [{ type: 'text' as const, text: part.text }]
    return part.type === 'image' || part.type === 'file' ? [attachment(part)] : []
  })
}

function assistantContent({ parts }: Message, dialect: Dialect): AssistantContent {
  const signed = signedCalls(parts, dialect)
  return parts.flatMap((part): AssistantContent => {
    if (part.type === 'text') return part.text === '' ? [] : [{ type: 'text', text: part.text }]
    if (part.type === 'reasoning') return reasoning(part, dialect)
    return part.type === 'tool-call' ? [toolCall(part, dialect, signed.get(part.id))] : []
  })
}

function reasoning(part: ReasoningPart, { provider, signedReasoning }: Dialect): AssistantContent {
  const signature = readSignature(part.signature, provider)
  if (signature) return [...signedBlocks(part, signature)]
  return signedReasoning || part.signature !== undefined || part.text === ''
    ? []
    : [{ type: 'reasoning', text: part.text }]
}

function signedCalls(parts: Message['parts'], { provider }: Dialect): Map<string, SharedV4ProviderOptions> {
  const signed = new Map<string, SharedV4ProviderOptions>()
  for (const part of parts) {
    if (part.type !== 'reasoning') continue
    const calls = readSignature(part.signature, provider)?.calls ?? {}
    for (const [id, options] of Object.entries(calls)) signed.set(id, options)
  }
  return signed
}

function toolCall(
  { id, tool, input }: ToolCall,
  { callIds }: Dialect,
  options: SharedV4ProviderOptions | undefined,
): AssistantContent[number] {
  const providerOptions = options && { providerOptions: options }
  const toolCallId = wireId(id, callIds)
  return { type: 'tool-call', toolCallId, toolName: wireName(tool), input: objectOf(input), ...providerOptions }
}

/** Providers take objects only as arguments; what a model wrote instead is shown to it as a field. */
function objectOf(input: Json): object {
  return typeof input === 'object' && input !== null && !Array.isArray(input) ? input : { unreadable: input }
}

function resultOutput(result: ToolResult, withFiles: boolean): LanguageModelV4ToolResultOutput {
  const { error, parts = [], untrusted } = result
  const text = shownText(result)
  if (parts.length === 0 || !withFiles) return { type: error ? 'error-text' : 'text', value: text }
  const value = parts.map((part) => attachment(part, untrusted))
  return { type: 'content', value: text === '' ? value : [{ type: 'text', text }, ...value] }
}

/** The end of what every call of a kind begins with, and the end of this one, which the next call goes on from. */
function markCache(prompt: LanguageModelV4Prompt): void {
  const lastSystem = prompt.findLast(({ role }) => role === 'system')
  const providerOptions = { anthropic: { cacheControl: { type: 'ephemeral' } } }
  for (const message of new Set([lastSystem, prompt.at(-1)])) if (message) message.providerOptions = providerOptions
}
