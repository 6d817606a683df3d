import { type ErrorCode, GyreError } from '@gyre/core'
import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import type { AppEnv } from './app-env.ts'
import { errorResponse } from './errors.ts'

const answerTo = (code: ErrorCode) =>
  new Hono<AppEnv>().get('/', (context) => errorResponse(context, new GyreError(code, 'Wrong.'))).request('/')

describe('an error of the native API', () => {
  it('asks for a key when there is none', async () => {
    const { status, headers } = await answerTo('unauthenticated')
    expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="gyre"'])
  })

  it("does not ask for a key of ours where a provider's is at fault", async () => {
    const { status, headers } = await answerTo('model-auth')
    expect([status, headers.get('www-authenticate')]).toEqual([502, null])
  })

  it('says how long to wait', async () => {
    const { status, headers } = await answerTo('rate-limited')
    expect([status, headers.get('retry-after')]).toEqual([429, '1'])
  })
})
