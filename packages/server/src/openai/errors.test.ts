import { type ErrorCode, errorTable, GyreError } from '@gyre/core'
import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import type { AppEnv } from '../http/app-env.ts'
import { openaiErrorResponse } from './errors.ts'

async function answerTo(error: Error) {
  const app = new Hono<AppEnv>()
  app.onError((thrown, context) => openaiErrorResponse(context, thrown))
  app.get('/', () => {
    throw error
  })
  const response = await app.request('/')
  const { error: body } = (await response.json()) as { error: Record<string, unknown> }
  return { status: response.status, headers: response.headers, ...body }
}

describe('errors of the OpenAI form', () => {
  it.each([
    ['unauthenticated', 401, 'invalid_request_error', 'invalid_api_key', null],
    ['persona-unknown', 404, 'invalid_request_error', 'model_not_found', 'model'],
    ['loop-off', 403, 'permission_error', 'model_not_allowed', 'model'],
    ['session-busy', 409, 'conflict_error', 'session_busy', null],
    ['rate-limited', 429, 'rate_limit_error', 'rate_limit_exceeded', null],
    ['quota-exceeded', 429, 'insufficient_quota', 'budget_exceeded', null],
    ['model-overflow', 400, 'invalid_request_error', 'context_length_exceeded', 'messages'],
    ['model-auth', 502, 'server_error', 'provider_error', null],
    ['loop-failed', 500, 'server_error', 'loop_failed', null],
    ['body-too-large', 413, 'invalid_request_error', 'body_too_large', null],
    ['aborted', 500, 'server_error', 'aborted', null],
  ] as const)('tells `%s` as %d %s %s', async (...row) => {
    const [code, status, type, word, param] = row
    expect(await answerTo(new GyreError(code, 'Something is wrong.'))).toMatchObject({
      status,
      type,
      code: word,
      param,
      message: `Something is wrong. ${errorTable[code].fix}`,
    })
  })

  it('names the field that is at fault', async () => {
    const error = new GyreError('request-invalid', 'No.', { param: 'messages[0].role' })
    expect(await answerTo(error)).toMatchObject({ status: 400, param: 'messages[0].role', code: 'invalid_value' })
  })

  it('asks for another try only where that may help', async () => {
    const retried = async (code: ErrorCode) =>
      (await answerTo(new GyreError(code, 'No.'))).headers.get('x-should-retry')
    expect(await retried('model-failed')).toBe('false')
    expect(await retried('session-busy')).toBe('false')
    expect(await retried('quota-exceeded')).toBe('false')
    expect(await retried('rate-limited')).toBeNull()
    expect(await retried('server-stopping')).toBeNull()
  })

  it('says how long to wait', async () => {
    const { headers } = await answerTo(new GyreError('rate-limited', 'No.', { retryAfter: 7 }))
    expect(headers.get('retry-after')).toBe('7')
  })

  it('tells any other error as a failure of the server, as JSON and in no words of its own', async () => {
    const answer = await answerTo(new Error('broken'))
    expect(answer).toMatchObject({ status: 500, type: 'server_error', code: 'server_failed' })
    expect(answer.headers.get('content-type')).toContain('application/json')
  })
})
