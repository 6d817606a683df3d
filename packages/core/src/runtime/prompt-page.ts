/** A request as a page that people read and compare: its options, its tools, its messages. */
import { shownText } from '../fence.ts'
import type { Json, JsonObject } from '../json.ts'
import type { Message, Part } from '../messages.ts'

/** What is shown of a request besides its messages, in this order. */
const shown = [
  'role',
  'toolChoice',
  'grammar',
  'protocol',
  'stop',
  'temperature',
  'topP',
  'maxOutputTokens',
  'seed',
  'output',
] as const

/** The page of a model's request. `allTools` are the names that `*` stands for. */
export function promptPage(request: JsonObject, messages: readonly Message[], allTools: readonly string[]): string {
  const { tools } = request
  const names = tools === '*' ? allTools : (tools as readonly string[] | undefined)
  const head = [
    ...(names ? [`tools: ${names.join(', ') || 'none'}`] : []),
    ...shown.flatMap((name) => (request[name] === undefined ? [] : [`${name}: ${valueText(request[name])}`])),
  ]
  const sections = [...(head.length > 0 ? [head.join('\n')] : []), ...messages.map(messageText)]
  return `${sections.join('\n\n')}\n`
}

/** The page of any other step's request. */
export function requestPage(request: string | null): string {
  return `${request === null ? 'nothing' : JSON.stringify(JSON.parse(request), null, 2)}\n`
}

function valueText(value: Json | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}

function messageText({ role, parts }: Message): string {
  return parts.length === 0 ? `${role}:` : parts.map((part) => partText(role, part)).join('\n')
}

function partText(role: string, part: Part): string {
  switch (part.type) {
    case 'text':
      return `${role}: ${part.text}`
    case 'reasoning':
      return `${role} thinks: ${part.text}`
    case 'image':
      return `${role} shows: an image, ${part.mediaType}${part.url === undefined ? '' : `, ${part.url}`}`
    case 'file':
      return `${role} attaches: ${part.name}, ${part.mediaType}\n${part.data}`
    case 'tool-call':
      return `${role} calls: ${part.tool} ${JSON.stringify(part.input)}`
    case 'tool-result':
      return `${role} ${part.tool}${part.error ? ' failed' : ''}: ${shownText(part)}`
  }
}
