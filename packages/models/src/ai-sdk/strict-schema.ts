/** Whether a JSON Schema keeps to what providers ask of a strict one. Others are sent as guidance only. */
import type { Json, JsonSchema } from '@gyre/core'

/** Every object closed, and every property of it required. */
export function isStrictSchema(schema: JsonSchema): boolean {
  return isStrict(schema, true)
}

function isStrict(value: Json | undefined, isSchema: boolean): boolean {
  if (Array.isArray(value)) return value.every((item: Json) => isStrict(item, isSchema))
  if (typeof value !== 'object' || value === null) return true
  const node = value as JsonSchema
  if (isSchema && !isClosed(node)) return false
  // Below `properties` the keys are names, not words of the schema.
  return Object.entries(node).every(([key, item]) => isStrict(item, !(isSchema && isNamesKey(key))))
}

function isNamesKey(key: string): boolean {
  return key === 'properties' || key === '$defs' || key === 'definitions'
}

function isClosed({ type, properties, required, additionalProperties }: JsonSchema): boolean {
  if (type !== 'object' && properties === undefined) return true
  const names = Object.keys((properties ?? {}) as object)
  const needed = new Set(Array.isArray(required) ? required : [])
  return additionalProperties === false && names.every((name) => needed.has(name))
}

/** Without the mark of the draft, which some providers refuse. */
export function bareSchema({ $schema: _, ...schema }: JsonSchema): JsonSchema {
  return schema
}
