/** A request for a value of a shape, with the shape told in words. */
import { createHash } from 'node:crypto'
import { type JsonSchema, type ModelRequest, system } from '@gyre/core'
import { bareSchema } from './strict-schema.ts'

/** What a schema is remembered by. */
export function schemaKey(schema: JsonSchema): string {
  return createHash('sha256').update(JSON.stringify(schema)).digest('hex')
}

/** The schema stands after the system messages: what is before it stays the same, and caches of providers hit. */
export function schemaInPrompt({ output, ...request }: ModelRequest): ModelRequest {
  if (!output) return request
  const { messages } = request
  const first = messages.findIndex(({ role }) => role !== 'system')
  const at = first === -1 ? messages.length : first
  const schema = JSON.stringify(bareSchema(output.schema))
  const form = system(`Reply with the ${output.name} as JSON, and nothing else. Its JSON Schema is:\n${schema}`)
  return { ...request, messages: [...messages.slice(0, at), form, ...messages.slice(at)] }
}
