/** Whatever a handler threw, as the answer of the OpenAI-compatible API. */
import type { ErrorCode, GyreError } from '@gyre/core'
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { AppEnv } from '../http/app-env.ts'
import { errorHeaders, serverError } from '../http/errors.ts'
import { sentence } from '../http/read-body.ts'

export type OpenaiErrorBody = {
  readonly message: string
  readonly type: string
  readonly param: string | null
  readonly code: string | null
}

type Row = readonly [status: number, type: string, word: string, param?: string]

/** What clients know these by. The status is theirs, too: a key of ours is not at fault when a provider's is. */
const rows: Partial<Record<ErrorCode, Row>> = {
  unauthenticated: [401, 'invalid_request_error', 'invalid_api_key'],
  forbidden: [403, 'permission_error', 'not_allowed'],
  'loop-off': [403, 'permission_error', 'model_not_allowed', 'model'],
  'persona-unknown': [404, 'invalid_request_error', 'model_not_found', 'model'],
  'loop-unknown': [404, 'invalid_request_error', 'model_not_found', 'model'],
  'request-invalid': [400, 'invalid_request_error', 'invalid_value'],
  'config-invalid': [400, 'invalid_request_error', 'invalid_value', 'gyre.config'],
  'budget-invalid': [400, 'invalid_request_error', 'invalid_value', 'gyre.budget'],
  'price-unknown': [400, 'invalid_request_error', 'invalid_value', 'gyre.budget'],
  'task-invalid': [400, 'invalid_request_error', 'invalid_value', 'messages'],
  'tool-invalid': [400, 'invalid_request_error', 'invalid_value', 'tools'],
  'model-overflow': [400, 'invalid_request_error', 'context_length_exceeded', 'messages'],
  'session-unknown': [404, 'invalid_request_error', 'session_not_found'],
  'session-busy': [409, 'conflict_error', 'session_busy'],
  'session-ended': [409, 'conflict_error', 'session_ended', 'gyre.session'],
  'rate-limited': [429, 'rate_limit_error', 'rate_limit_exceeded'],
  'quota-exceeded': [429, 'insufficient_quota', 'budget_exceeded'],
  'budget-exhausted': [429, 'insufficient_quota', 'budget_exceeded'],
  'model-auth': [502, 'server_error', 'provider_error'],
  'model-failed': [502, 'server_error', 'provider_error'],
  'model-unavailable': [503, 'server_error', 'provider_error'],
}

/** What may go well if it is tried again in a moment. A loop that failed would be paid for twice. */
const passing: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['rate-limited', 'server-stopping', 'store-locked'])

function rowOf({ code, status }: GyreError): Row {
  const known = rows[code]
  if (known) return known
  // 499 is a word of ours for a client that went away.
  if (status === 499) return [500, 'server_error', 'aborted']
  const type = status >= 500 ? 'server_error' : status === 409 ? 'conflict_error' : 'invalid_request_error'
  return [status, type, code === 'loop-failed' ? 'loop_failed' : code.replaceAll('-', '_')]
}

/** The fix is told with the message: these bodies have no place for it. */
export function openaiError(error: GyreError): OpenaiErrorBody {
  const [, type, word, param = null] = rowOf(error)
  const { unsupported, param: named } = error.details
  return {
    message: `${sentence(error.message)} ${error.fix}`,
    type,
    param: typeof named === 'string' ? named : param,
    code: unsupported === true ? 'unsupported_parameter' : word,
  }
}

export function openaiErrorResponse(context: Context<AppEnv>, thrown: unknown): Response {
  const error = serverError(thrown)
  const [status] = rowOf(error)
  const retry = passing.has(error.code) ? {} : { 'x-should-retry': 'false' }
  return context.json({ error: openaiError(error) }, status as ContentfulStatusCode, {
    ...errorHeaders(error),
    ...retry,
  })
}
