/** A server's JSON Schema as a zod schema, to check values here before they are sent or shown. */
import type { Json, JsonSchema } from '@gyre/core'
import { z } from 'zod'
import { checkableSchema } from './checkable-schema.ts'

type Check = { readonly type: z.ZodType; readonly size: number }

/** How many parts of a schema may look at parts of a value: about a second of work at the very worst. */
const mostLooks = 1_000_000
/** More than these teach nobody anything. */
const mostFaults = 100

/**
 * Refuses nothing that the schema itself would take. It may take more: a server checks what it gets anyway, and what
 * cannot be checked here, or not safely or quickly, is left to it. The check is made when it is first needed: servers
 * offer many tools of which few are called.
 */
export function checkSchema(schema: JsonSchema): z.ZodType {
  let check: Check | undefined
  return z.unknown().check((payload) => {
    check ??= checkOf(schema)
    const { type, size } = check
    if (!hasFewerParts(payload.value, mostLooks / size)) return
    const faults = type.safeParse(payload.value).error?.issues.slice(0, mostFaults) ?? []
    payload.issues.push(...(faults as z.core.$ZodRawIssue[]))
  })
}

function checkOf(schema: JsonSchema): Check {
  const checkable = checkableSchema(schema)
  const made = checkable && madeOf(checkable.schema)
  if (made) return { type: made, size: checkable.size }
  return { type: schema['type'] === 'object' ? z.looseObject({}) : z.unknown(), size: 1 }
}

function madeOf(schema: Json): z.ZodType | undefined {
  try {
    return z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0])
  } catch {
    return undefined
  }
}

/** Whether a value is made of fewer parts than these. It is not looked through any further than that. */
function hasFewerParts(value: unknown, most: number): boolean {
  let parts = 1
  const left = [value]
  while (left.length > 0) {
    const next = left.pop()
    if (typeof next !== 'object' || next === null) continue
    const inner = Object.values(next)
    parts += inner.length
    if (parts >= most) return false
    for (const each of inner) left.push(each)
  }
  return true
}
