/** Schemas of clients whose patterns would take for ever. */
import { modelOf, says } from '@gyre/core/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { type TestServer, testServer } from './support/test-server.ts'

let server: TestServer

afterEach(() => server.close())

const endless = '^(([^`])+)+$'
const answer = `${'a'.repeat(50)}\``
const schema = {
  type: 'object',
  properties: { answer: { type: 'string', pattern: endless } },
  required: ['answer'],
  additionalProperties: false,
}

async function open(): Promise<void> {
  server = await testServer({ model: modelOf(() => says(JSON.stringify({ answer }))) })
}

describe('a schema with a pattern that takes for ever', () => {
  it('is answered over the OpenAI form, and others are served', async () => {
    await open()
    const response = await server.request('/v1/chat/completions', {
      json: {
        model: 'direct',
        messages: [{ role: 'user', content: 'Say it.' }],
        response_format: { type: 'json_schema', json_schema: { name: 'said', schema } },
      },
    })
    const body = (await response.json()) as {
      readonly choices: readonly { readonly message: { readonly content: string } }[]
    }
    expect(JSON.parse(body.choices[0]?.message.content ?? '')).toEqual({ answer })
    expect((await server.request('/health')).status).toBe(200)
  })

  it('is answered over the native API', async () => {
    await open()
    const begun = await server.request('/api/v1/sessions', {
      json: { loop: 'direct', goal: 'Say it.', output: schema },
    })
    const { id } = (await begun.json()) as { readonly id: string }
    expect((await (await server.runtime.session(id)).outcome).answer).toEqual({ answer })
  })

  it('is refused when it has too many parts', async () => {
    await open()
    const output = { enum: Array.from({ length: 6000 }, (_, at) => at) }
    const response = await server.request('/api/v1/sessions', { json: { loop: 'direct', goal: 'Say it.', output } })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { code: 'task-invalid' } })
  })
})
