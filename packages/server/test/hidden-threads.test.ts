import { modelOf, says } from '@gyre/core/testing'
import { expect, it, onTestFinished } from 'vitest'
import { said } from './support/chat-lab.ts'
import { testServer } from './support/test-server.ts'

const thread = `thr_${'0'.repeat(32)}`
const goal = 'And what was it?'

const asked: readonly (readonly [string, string, object])[] = [
  ['the native API', '/api/v1/sessions', { loop: 'direct', goal, thread }],
  ['chat', '/v1/chat/completions', { model: 'direct', messages: said(goal), gyre: { thread } }],
  ['AG-UI', '/agui/direct', { threadId: thread, runId: 'r1', messages: [{ id: '1', role: 'user', content: goal }] }],
  [
    'the AI SDK',
    '/ui/chat',
    { id: thread, model: 'direct', messages: [{ id: '1', role: 'user', parts: [{ type: 'text', text: goal }] }] },
  ],
]

async function conversation(loop: string) {
  const model = modelOf(() => says('It is 4711.'))
  const server = await testServer({ model })
  onTestFinished(() => server.close())
  const session = await server.runtime.start(loop, 'Keep the secret 4711.', { thread })
  await session.outcome
  const authorization = `Bearer ${await server.keyFor({ personas: ['direct'] })}`
  const request = async (path: string, json: object) => {
    const response = await server.request(path, { json, headers: { authorization } })
    return { status: response.status, text: await response.text() }
  }
  return { model, request }
}

it.each(asked)('a thread with sessions a caller may not see is not there over %s', async (_, path, json) => {
  const { model, request } = await conversation('cot')
  const calls = model.requests.length
  const { status, text } = await request(path, json)
  expect(status).toBe(404)
  expect(text).toMatch(/thread.unknown/)
  expect(model.requests).toHaveLength(calls)
})

it.each(asked)('a thread with sessions a caller may see goes on over %s', async (_, path, json) => {
  const { model, request } = await conversation('direct')
  const { status } = await request(path, json)
  expect(status).toBeLessThan(300)
  await expect.poll(() => JSON.stringify(model.requests.at(-1)?.messages)).toContain(goal)
})
