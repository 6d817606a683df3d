/** A request for a response in the form of a chat: what a session is made of, or gone on with, is decided there. */

import { invalidField, unsupportedField } from '../http/read-body.ts'
import type { ChatMessage, ChatRequest, ContentPart } from '../openai/chat/chat-request.ts'
import type { InputItem, InputPart, ResponseRequest } from './request.ts'

export type Told = {
  /** The input, with what it refers to in its place. */
  readonly items: readonly InputItem[]
  /** The session of the response before. */
  readonly session: string | undefined
}

export function chatForm(request: ResponseRequest, { items, session }: Told): ChatRequest {
  const { model, stream, instructions, temperature, top_p, max_output_tokens: most, metadata, background } = request
  const said = saidIn(items)
  if (!said.some(({ role }) => role === 'user' || role === 'tool'))
    throw invalidField('input', 'expected a text, a message with the role `user` or results of calls')
  const messages = session === undefined ? said : asOne(said)
  const gyre = {
    ...request.gyre,
    ...(session !== undefined && { session }),
    ...(background && { disconnect: 'detach' as const }),
  }
  return {
    model,
    stream,
    messages: instructions ? [{ role: 'system', content: instructions }, ...messages] : messages,
    temperature,
    top_p,
    max_completion_tokens: most,
    metadata,
    gyre,
    ...formatOf(request),
    ...toolsOf(request),
  }
}

/** Without what refers to other items. */
export function saidIn(items: readonly InputItem[]): ChatMessage[] {
  return items.flatMap((item, index) => messageOf(item, `input[${index}]`) ?? [])
}

/** What was said before is known: all that the user says now is one message. */
function asOne(messages: ChatMessage[]): ChatMessage[] {
  const users = messages.filter(({ role }) => role === 'user')
  if (users.length < 2) return messages
  const parts = users.flatMap(({ content }, index): ContentPart[] => {
    const own: ContentPart[] = typeof content === 'string' ? [{ type: 'text', text: content }] : (content ?? [])
    return index === 0 ? own : [{ type: 'text', text: '\n\n' }, ...own]
  })
  return [...messages.filter(({ role }) => role !== 'user'), { role: 'user', content: parts }]
}

function formatOf({ text }: ResponseRequest): Pick<ChatRequest, 'response_format'> {
  const format = text?.format
  if (!format) return {}
  if (format.type !== 'json_schema') return { response_format: { type: format.type } }
  return { response_format: { type: 'json_schema', json_schema: { schema: format.schema } } }
}

function toolsOf({ tools, tool_choice: choice }: ResponseRequest): Pick<ChatRequest, 'tools' | 'tool_choice'> {
  const offered = tools?.map(({ name, description, parameters }) => ({
    type: 'function' as const,
    function: { name, description, parameters },
  }))
  return {
    ...(offered && { tools: offered }),
    ...(choice && { tool_choice: typeof choice === 'string' ? choice : { function: { name: choice.name } } }),
  }
}

function messageOf(item: InputItem, param: string): ChatMessage | undefined {
  if (item.type === 'function_call') {
    const { call_id: id, name, arguments: input } = item
    return { role: 'assistant', tool_calls: [{ id, function: { name, arguments: input } }] }
  }
  if (item.type === 'function_call_output') {
    return { role: 'tool', tool_call_id: item.call_id, content: resultOf(item.output, `${param}.output`) }
  }
  if (item.type !== 'message') return undefined
  return { role: item.role, content: contentOf(item.content, `${param}.content`) }
}

function contentOf(content: string | readonly InputPart[], param: string): string | ContentPart[] {
  return typeof content === 'string' ? content : content.map((part, index) => partOf(part, `${param}[${index}]`))
}

/** A session takes the result of a call as a text. */
function resultOf(output: string | readonly InputPart[], param: string): string {
  if (typeof output === 'string') return output
  const texts = output.map((part, index) => {
    if (part.type === 'input_text' || part.type === 'output_text' || part.type === 'text') return part.text
    throw unsupportedField(`${param}[${index}]`, 'the result of a call is a text here')
  })
  return texts.join('')
}

function partOf(part: InputPart, param: string): ContentPart {
  switch (part.type) {
    case 'input_image': {
      if (part.image_url) return { type: 'image_url', image_url: { url: part.image_url } }
      throw unsupportedField(param, 'files are not kept here; send the picture as `image_url`')
    }
    case 'input_file': {
      if (!part.file_data) throw unsupportedField(param, 'files are not kept or fetched here; send `file_data`')
      return { type: 'file', file: { file_data: part.file_data, ...(part.filename && { filename: part.filename }) } }
    }
    case 'refusal':
      return { type: 'refusal', refusal: part.refusal }
    default:
      return { type: 'text', text: part.text }
  }
}
