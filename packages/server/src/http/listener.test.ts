import { Hono } from 'hono'
import { expect, it } from 'vitest'
import type { AppEnv } from './app-env.ts'
import { httpServer } from './listener.ts'

it('leaves the requests and responses of the process as they are: tools fetch with them', () => {
  const before = [globalThis.Request, globalThis.Response]
  httpServer(new Hono<AppEnv>(), { headersMs: 1000, requestMs: 1000 })
  expect([globalThis.Request, globalThis.Response]).toEqual(before)
  expect(globalThis.Response.name).toBe('Response')
})
