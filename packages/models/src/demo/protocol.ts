/** Which protocol a request speaks, read off its markers: the tools it offers, the calls made, the form of the answer. */
import { type Message, type ModelRequest, type ToolSpec, textOf } from '@gyre/core'

export type Offered = { readonly name: string; readonly properties: ReadonlySet<string> }

/** The tools offered, natively or written into the prompt. */
export function offeredTools({ messages, tools = [] }: ModelRequest): readonly Offered[] {
  if (tools.length > 0) return tools.map(({ name, input }) => ({ name, properties: propertiesOf(input) }))
  return messages.filter((message) => message.role === 'system').flatMap((message) => taughtTools(textOf(message)))
}

function propertiesOf(schema: ToolSpec['input']): ReadonlySet<string> {
  return new Set(Object.keys((schema as { properties?: object }).properties ?? {}))
}

/** `- name: description` and then `input: <JSON Schema>`. */
const taught = /^- ([\w.-]+): .*\n\s+input: (\{.*\})$/gm

function taughtTools(text: string): readonly Offered[] {
  if (!speaksReact(text)) return []
  return [...text.matchAll(taught)].map(([, name = '', schema = '{}']) => ({
    name,
    properties: propertiesOf(JSON.parse(schema) as ToolSpec['input']),
  }))
}

function speaksReact(text: string): boolean {
  return text.includes('Action Input:') && text.includes('FINAL_ANSWER:')
}

export type Form = 'native' | 'react' | 'marked' | 'plain'

/** How the reply is to be written. */
export function formOf({ messages, tools = [] }: ModelRequest): Form {
  if (tools.length > 0) return 'native'
  const systems = messages.filter((message) => message.role === 'system').map(textOf)
  if (systems.some(speaksReact)) return 'react'
  return systems.some((text) => text.includes('FINAL ANSWER:')) ? 'marked' : 'plain'
}

/** What the last tool said, when it worked. */
export function lastObservation(messages: readonly Message[]): string | undefined {
  for (const message of messages.toReversed()) {
    const [part] = message.parts
    if (part?.type === 'tool-result') return part.error ? undefined : part.text
    const written = message.role === 'user' ? /^Observation:\s*([\s\S]*)$/.exec(textOf(message))?.[1] : undefined
    if (written !== undefined) return written.trim()
  }
  return undefined
}
