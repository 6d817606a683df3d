/** A JSON Schema from outside as a zod schema: whoever wrote it, checking a value by it ends soon. */
import { z } from 'zod'
import type { JsonSchema } from '../json.ts'
import { writtenSchema } from './written-schema.ts'

/** How many parts of a schema may look at parts of a value: about a second of work at the very worst. */
const mostLooks = 1_000_000

/** A longer text counts as several parts: patterns look at all of it. */
const charactersOfPart = 1000

/** Fails when the schema is too large, or says what cannot be checked. Patterns that may take for ever are left out. */
export function schemaOfJson(schema: JsonSchema): z.ZodType {
  const written = writtenSchema(schema)
  const type = z.fromJSONSchema(written.schema as JsonSchema & z.core.JSONSchema.JSONSchema)
  const most = Math.floor(mostLooks / written.looks)
  // A transformation that changes nothing is not told of where the schema is shown.
  const guard = z
    .transform((value) => value)
    .check(({ value, issues }) => {
      if (!hasMoreParts(value, most)) return
      issues.push({ code: 'custom', message: `expected at most ${most} parts`, input: value, continue: false })
    })
  return guard.pipe(type)
}

/** Whether a value is made of more parts than these. It is not looked through any further than that. */
function hasMoreParts(value: unknown, most: number): boolean {
  let parts = 1
  const left = [value]
  while (left.length > 0) {
    const next = left.pop()
    if (typeof next === 'string') parts += Math.floor(next.length / charactersOfPart)
    if (parts > most) return true
    if (typeof next !== 'object' || next === null) continue
    const inner = Object.values(next)
    parts += inner.length
    for (const each of inner) left.push(each)
  }
  return false
}
