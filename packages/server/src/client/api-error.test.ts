import { describe, expect, it } from 'vitest'
import { apiErrorOf } from './api-error.ts'

describe('an answer that refuses', () => {
  it('is an error with its code, what to do and how long to wait', async () => {
    const error = { code: 'rate-limited', message: 'Too often.', fix: 'Wait.', details: { of: 'all' } }
    const response = Response.json({ error }, { status: 429, headers: { 'retry-after': '3' } })
    expect(await apiErrorOf(response)).toMatchObject({ ...error, status: 429, retryAfterMs: 3000 })
  })

  it('of something else on the way says so', async () => {
    const response = new Response('<h1>Bad gateway</h1>', { status: 502, statusText: 'Bad Gateway' })
    expect(await apiErrorOf(response)).toMatchObject({
      code: 'server-failed',
      status: 502,
      message: '502 Bad Gateway: <h1>Bad gateway</h1>',
      retryAfterMs: null,
    })
  })
})
