import { loops, Runtime } from '@gyre/core'
import { modelOf, says } from '@gyre/core/testing'
import { memoryStore } from '@gyre/stores/memory'
import { expect, it, onTestFinished } from 'vitest'
import { ApiKeys } from './auth/api-keys.ts'
import { placeOf } from './runtime-place.ts'
import { serve } from './serve.ts'

it('serves the sessions of a runtime of one’s own, and says what it has not', async () => {
  const model = modelOf(() => says('Hello.'))
  const runtime = new Runtime({ store: memoryStore(), loops, model })
  const server = await serve(placeOf(runtime), { port: 0 })
  onTestFinished(async () => {
    await server.close()
    await runtime.close()
  })
  const keys = new ApiKeys({ catalog: runtime.store.catalog, now: Date.now })
  const { key } = await keys.add({ name: 'test', role: 'admin' })
  const call = async (path: string, body?: object) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const init = body ? { method: 'POST', body: JSON.stringify(body), headers } : { headers }
    const response = await fetch(`${server.url}${path}`, init)
    return { status: response.status, body: (await response.json()) as object }
  }
  const messages = [{ role: 'user', content: 'Hi.' }]
  expect((await call('/v1/chat/completions', { model: 'direct', messages })).body).toMatchObject({
    choices: [{ message: { content: 'Hello.' } }],
  })
  expect(await call('/api/v1/tools')).toMatchObject({ status: 200, body: { tools: [] } })
  expect(await call('/api/v1/memory')).toMatchObject({ status: 404, body: { error: { code: 'route-unknown' } } })
  expect(await call('/v1/embeddings', { input: 'x', model: 'none' })).toMatchObject({ status: 404 })
})
