import { loops } from '@gyre/core'
import { scriptedModel } from '@gyre/core/testing'
import { afterEach, describe, expect, it } from 'vitest'
import type { Body } from './support/chat-lab.ts'
import { type TestServer, testServer } from './support/test-server.ts'

let server: TestServer | undefined

afterEach(async () => {
  await server?.close()
  server = undefined
})

async function open(): Promise<TestServer> {
  const persona = { name: 'careful', loop: 'plan-execute', description: 'Plans before it acts.' }
  server = await testServer({ model: scriptedModel(), personas: [{ persona, source: 'test' }] })
  return server
}

async function read(response: Promise<Response>): Promise<Body> {
  const { status, ...rest } = await response.then(async (got) => ({ status: got.status, body: await got.json() }))
  return { status, ...(rest.body as object) }
}

describe('the models', () => {
  it('are every persona and every loop', async () => {
    const { request } = await open()
    const { object, data } = await read(request('/v1/models'))
    expect(object).toBe('list')
    const ids = data.map(({ id }: Body) => id)
    expect(ids).toContain('careful')
    expect(ids).toEqual(expect.arrayContaining(loops.map(({ name }) => name)))
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.filter((id: string) => !/^[\w.-]+$/.test(id))).toEqual([])
  })

  it('tell what they are', async () => {
    const { request } = await open()
    expect(await read(request('/v1/models/careful'))).toEqual({
      status: 200,
      id: 'careful',
      object: 'model',
      created: expect.any(Number),
      owned_by: 'gyre',
      name: 'careful',
      description: 'Plans before it acts.',
      gyre: { persona: 'careful', loop: 'plan-execute', supports: ['stream', 'intervene', 'tools', 'plan'] },
    })
    expect(await read(request('/v1/models/direct'))).toMatchObject({
      gyre: { persona: null, loop: 'direct', supports: ['stream', 'intervene'] },
    })
  })

  it('that are not there are not found', async () => {
    const { request } = await open()
    expect(await read(request('/v1/models/gpt-5'))).toMatchObject({
      status: 404,
      error: { code: 'model_not_found', type: 'invalid_request_error', param: 'model' },
    })
  })

  it('are those that a key may use', async () => {
    const { request, keyFor } = await open()
    const headers = { authorization: `Bearer ${await keyFor({ personas: ['careful', 'cot'] })}` }
    const { data } = await read(request('/v1/models', { headers }))
    expect(data.map(({ id }: Body) => id)).toEqual(['careful', 'cot'])
    expect(await read(request('/v1/models/direct', { headers }))).toMatchObject({ status: 404 })
  })

  it('leave out what is switched off', async () => {
    const { request, runtime } = await open()
    await runtime.settings.set('reasoning.enabled', false)
    const { data } = await read(request('/v1/models'))
    expect(data.map(({ id }: Body) => id)).not.toContain('reason')
  })
})
