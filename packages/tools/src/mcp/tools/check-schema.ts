/** A server's JSON Schema as a zod schema, to check values here before they are sent or shown. */
import type { Json, JsonObject, JsonSchema } from '@gyre/core'
import { z } from 'zod'

/**
 * Refuses nothing that the schema itself would take. It may take more: a server checks what it gets anyway, and what
 * cannot be checked here, or not safely (a pattern of a stranger can take for ever), is left to it.
 */
export function checkSchema(schema: JsonSchema): z.ZodType {
  try {
    return z.fromJSONSchema(relaxed(schema) as Parameters<typeof z.fromJSONSchema>[0])
  } catch {
    return schema['type'] === 'object' ? z.looseObject({}) : z.unknown()
  }
}

const dropped = new Set([
  // Annotations.
  'format',
  'default',
  // Expressions of a stranger.
  'pattern',
  'patternProperties',
  // What zod has no word for.
  '$dynamicRef',
  'contains',
  'dependentRequired',
  'dependentSchemas',
  'else',
  'if',
  'maxContains',
  'minContains',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
])

const named = new Set(['properties', '$defs', 'definitions'])
const listed = new Set(['allOf', 'anyOf', 'prefixItems'])
const single = new Set(['items', 'additionalProperties', 'additionalItems'])

function relaxed(schema: Json | undefined): Json {
  if (Array.isArray(schema)) return schema.map(relaxed)
  if (!isObject(schema)) return schema ?? {}
  const looser: Record<string, Json | undefined> = {}
  for (const [key, value] of Object.entries(schema)) {
    if (dropped.has(key) || (key === 'additionalProperties' && 'patternProperties' in schema)) continue
    // Without their patterns, two of the options may fit at once.
    if (key === 'oneOf') looser['anyOf'] = relaxed(value)
    else looser[key] = relaxedAt(key, value)
  }
  return looser
}

function relaxedAt(key: string, value: Json | undefined): Json | undefined {
  if (named.has(key) && isObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, relaxed(each)]))
  }
  return listed.has(key) || single.has(key) ? relaxed(value) : value
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
