/** Tools that the client runs: which are offered, and what the client wishes about them. */
import type { ClientTool, JsonSchema } from '@gyre/core'
import { invalidField } from '../../http/read-body.ts'
import type { ChatRequest } from './chat-request.ts'

const noInput: JsonSchema = { type: 'object', properties: {} }

export function clientToolsOf({ tools, tool_choice: choice }: ChatRequest): readonly ClientTool[] {
  if (!tools || choice === 'none') return []
  return tools.map(({ function: { name, description, parameters } }) => ({
    name,
    description: description ?? '',
    input: (parameters ?? noInput) as JsonSchema,
  }))
}

/** A loop decides when it acts: what must be called is a wish, told in words. Empty when there is none. */
export function toolWish({ tools, tool_choice: choice }: ChatRequest): string {
  if (!choice || choice === 'none' || choice === 'auto') return ''
  const names = (tools ?? []).map(({ function: { name } }) => name)
  if (choice === 'required')
    return names.length === 0 ? '' : `Call one of these tools before you answer: ${names.join(', ')}.`
  const { name } = choice.function
  if (!names.includes(name))
    throw invalidField('tool_choice.function.name', `there is no tool \`${name}\` in \`tools\``)
  return `Call the tool ${name} before you answer.`
}
