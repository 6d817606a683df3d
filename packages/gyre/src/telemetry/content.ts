/** What was said, in the form of the conventions. It leaves this machine only where somebody asked for that. */
import type { FactEvent, Json, JsonObject, Message, Part } from '@gyre/core'
import { finishReasons, names } from './semantic-names.ts'
import { type Attributes, present } from './span.ts'

/** What a model was sent, read from the journal: the fact of a step holds only what was new in it. */
export type PromptOf = (session: string, path: string) => Promise<readonly Message[]>

/** The variable that asks for content, and its words for it. Those are of several versions of the conventions. */
const variable = 'OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT'
const wishes: ReadonlySet<string> = new Set(['true', 'span_only', 'span_and_event'])

export function wantsContent(env: Readonly<Record<string, string | undefined>>): boolean {
  return wishes.has((env[variable] ?? '').trim().toLowerCase())
}

/** The content of a step; nothing of those that have none. */
export async function contentOf({ session, path = '', data }: FactEvent, promptOf: PromptOf): Promise<Attributes> {
  if (data['kind'] === 'tool') return toolContent(data)
  if (data['kind'] !== 'generate') return {}
  const prompt = await promptOf(session, path).catch(() => [])
  return { ...promptContent(prompt), ...replyContent(data['result'] ?? null) }
}

function toolContent({ request, result }: JsonObject): Attributes {
  const { input } = (request ?? {}) as { readonly input?: Json }
  const { text } = (result ?? {}) as { readonly text?: string }
  return present({ [names.tool.arguments]: JSON.stringify(input ?? {}), [names.tool.result]: text })
}

function promptContent(prompt: readonly Message[]): Attributes {
  const isSystem = ({ role }: Message) => role === 'system'
  const system = prompt.filter(isSystem).flatMap(({ parts }) => parts.map(shownPart))
  const rest = prompt.filter((message) => !isSystem(message))
  const input = rest.map(({ role, parts }) => ({ role, parts: parts.map(shownPart) }))
  return present({
    [names.content.system]: system.length > 0 ? JSON.stringify(system) : undefined,
    [names.content.input]: input.length > 0 ? JSON.stringify(input) : undefined,
  })
}

function replyContent(result: Json): Attributes {
  const { parts, finish = '' } = (result ?? {}) as { readonly parts?: readonly Part[]; readonly finish?: string }
  if (!parts) return {}
  const message = { role: 'assistant', parts: parts.map(shownPart), finish_reason: finishReasons[finish] ?? finish }
  return { [names.content.output]: JSON.stringify([message]) }
}

/** Pictures and files are named, not sent. */
function shownPart(part: Part): JsonObject {
  if (part.type === 'text') return { type: 'text', content: part.text }
  if (part.type === 'reasoning') return { type: 'reasoning', content: part.text }
  if (part.type === 'tool-call') return { type: 'tool_call', id: part.id, name: part.tool, arguments: part.input }
  if (part.type === 'tool-result') return { type: 'tool_call_response', id: part.id, result: part.text }
  return { type: part.type }
}
