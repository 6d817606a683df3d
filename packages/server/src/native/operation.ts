/** The pieces operations of the native API are described with. */
import { type ErrorCode, errorTable } from '@gyre/core'
import { z } from '@hono/zod-openapi'
import { createMiddleware } from 'hono/factory'
import { type Role, requireOperator, requireRole } from '../auth/caller.ts'
import type { AppEnv } from '../http/app-env.ts'

/** Who may call it: checked before anything of the request is read. */
export function forRole(least: Role) {
  const middleware = createMiddleware<AppEnv>(async (context, next) => {
    requireRole(context.get('caller'), least)
    await next()
  })
  return { middleware, 'x-gyre-role': least } as const
}

/** For administrators of the server itself: what they change is the same for all owners. */
export function forOperator() {
  const middleware = createMiddleware<AppEnv>(async (context, next) => {
    requireOperator(context.get('caller'))
    await next()
  })
  return { middleware, 'x-gyre-role': 'operator' } as const
}

export function jsonBody<S extends z.ZodType>(schema: S) {
  return { required: true as const, content: { 'application/json': { schema } } }
}

/** A header that may be sent. It stands in the document alone: a typed client need not name it. */
export function mayHave(header: string, description: string) {
  const schema = { type: 'string' as const }
  return { parameters: [{ name: header, in: 'header' as const, required: false, schema, description }] }
}

export function answers<S extends z.ZodType>(schema: S, description: string) {
  return { description, content: { 'application/json': { schema } } }
}

/** A body that is read as it comes, such as an event stream. */
export function streams(mediaType: string, description: string) {
  return { description, content: { [mediaType]: { schema: z.string() } } }
}

const errorSchema = z
  .object({
    error: z.object({
      code: z.string().describe('The contract: it never changes its meaning.'),
      message: z.string().describe('What is wrong here.'),
      fix: z.string().describe('What to do about it.'),
      details: z.record(z.string(), z.unknown()).optional(),
    }),
  })
  .openapi('Error')

type FailureResponse = ReturnType<typeof answers<typeof errorSchema>>

/** What any operation may fail with. */
const always: readonly ErrorCode[] = [
  'unauthenticated',
  'forbidden',
  'request-invalid',
  'rate-limited',
  'server-stopping',
]

/**
 * The ways an operation fails, by status, for the document. Its type says nothing of them: clients of the typed API
 * are thrown what failed.
 */
export function failures(...codes: readonly ErrorCode[]): Record<never, never> {
  const responses: Record<number, FailureResponse> = {}
  const byStatus = Map.groupBy([...always, ...codes], (code) => errorTable[code].status)
  for (const [status, of] of [...byStatus].toSorted(([one], [other]) => one - other)) {
    responses[status] = answers(errorSchema, of.map((code) => `\`${code}\``).join(', '))
  }
  return responses
}

/** A list that is only read. */
export function list<S extends z.ZodType>(schema: S) {
  return z.array(schema).readonly()
}

export const time = z.iso.datetime().describe('ISO 8601, UTC.')

/** A time that is sent, with its zone. */
export const sentTime = z.iso.datetime({ offset: true, error: 'expected a time such as 2030-01-31T12:00:00Z' })

/** Any JSON. */
export const anything = z.unknown()
