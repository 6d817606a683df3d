/** Bodies of requests, read by a schema; the first fault is told with the field it is in. */
import { describeIssues, GyreError, type IssuePath } from '@gyre/core'
import type { Context } from 'hono'
import type { z } from 'zod'
import type { AppEnv } from './app-env.ts'
import { readJson } from './json-body.ts'

export function readBody<T>(context: Context<AppEnv>, schema: z.ZodType<T>): T {
  const value = readJson(context)
  const { error, data } = schema.safeParse(value)
  if (!error) return data
  const [first] = describeIssues(error, schema, value)
  const param = paramOf(first?.path ?? [])
  throw invalidField(param, first?.message ?? 'the request cannot be read')
}

/** A fault in a field: `param` is what clients show. */
export function invalidField(param: string, why: string): GyreError {
  return new GyreError('request-invalid', sentence(param === '' ? `The body: ${why}` : `\`${param}\`: ${why}`), {
    ...(param !== '' && { param }),
  })
}

export function unsupportedField(param: string, why: string): GyreError {
  return new GyreError('request-invalid', sentence(`\`${param}\`: ${why}`), { param, unsupported: true })
}

/** With one full stop at its end. */
export function sentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`
}

/** `messages[0].content` */
function paramOf(path: IssuePath): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`
    return text === '' ? key : `${text}.${key}`
  }, '')
}
