/** Calls and their results as text, for models that are spoken to in a text protocol. */
import { shownText } from '../fence.ts'
import { assistant, type ToolCall, type ToolResult, textOf, toolCallsOf, user } from '../messages.ts'
import type { Grammar } from './grammar.ts'
import { withoutProtocol } from './protocol-text.ts'

type Words = {
  /** A reply that calls tools, with what it said on one line. */
  calls(said: string, calls: readonly ToolCall[]): string
  result(result: ToolResult): string
}

/** Messages with calls or results in these words; others stay as they are. */
export function renderedAs(words: Words): Grammar['render'] {
  return (message) => {
    const calls = toolCallsOf(message)
    if (calls.length > 0) return assistant(words.calls(oneLine(withoutProtocol(textOf(message))), calls))
    const results = message.parts.filter((part) => part.type === 'tool-result')
    if (results.length === 0) return message
    // Providers take the role `tool` only for answers to native calls.
    return user(results.map((result) => words.result(result)).join('\n\n'))
  }
}

/** The input of a call as it was written, or as JSON. */
export function writtenInput({ input, fault }: ToolCall): string {
  return fault !== undefined && typeof input === 'string' ? input : JSON.stringify(input)
}

/** What a tool gave, with the names of what came beside it: these are from outside as well. */
export function writtenResult({ text, parts = [], untrusted }: ToolResult): string {
  const attached = parts.map(
    (part) => `\n[${part.type}: ${shortName(part.type === 'file' ? part.name : part.mediaType)}]`,
  )
  return shownText({ text: `${text}${attached.join('')}`, ...(untrusted && { untrusted }) })
}

function shortName(name: string): string {
  return name.replace(/\s+/g, ' ').slice(0, 200)
}

/** On one line no word can pass for a label, nor a tag for the beginning of thinking. */
export function oneLine(text: string): string {
  return text
    .replace(/(?<!\s)\s*[\r\n\u2028\u2029]\s*/g, ' ')
    .replace(/<(?=\/?\s{0,4}(?:think|reasoning)|\|)/gi, '‹')
    .trim()
}
