/**
 * Schemas of core in this API.
 *
 * In the released packages core has a zod of its own, and `@hono/zod-openapi` another: what one made has no methods of the
 * other. So a schema of core is taken by what it does: it reads a value, and says what fits as JSON Schema.
 */
import { z } from '@hono/zod-openapi'

export function fromCore<S extends z.ZodType>(
  name: string,
  schema: S,
  example?: unknown,
): z.ZodType<z.output<S>, z.input<S>> {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input' })
  const read = z.unknown().transform((value, { addIssue }) => {
    const { success, data, error } = schema.safeParse(value)
    if (success) return data
    for (const { path, message } of error.issues) addIssue({ code: 'custom', path: [...path], message })
    return z.NEVER
  })
  const shown = { ...json, ...(example !== undefined && { example }) }
  return read.openapi(name, shown as Parameters<typeof read.openapi>[1]) as unknown as z.ZodType<
    z.output<S>,
    z.input<S>
  >
}
