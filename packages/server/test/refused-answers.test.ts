/** Answers that are none: the question is asked again, and says why. */
import { scriptedModel } from '@gyre/core/testing'
import { expect, it, onTestFinished } from 'vitest'
import { agentOf, runOf, userSays } from './support/agui-lab.ts'
import { clientOf, hostForTest } from './support/mcp-host.ts'
import { rpc } from './support/mcp-rpc.ts'
import { choosing } from './support/odd-loops.ts'
import { type TestServer, testServer } from './support/test-server.ts'
import { chatOf, partsOf, textIn } from './support/ui-lab.ts'

async function opened(): Promise<TestServer> {
  const server = await testServer({ model: scriptedModel(), loops: [choosing] })
  onTestFinished(() => server.close())
  return server
}

const again = 'The last answer was not accepted (not-a-choice: Oslo | Rome). Which city?'

it('a run of AG-UI asks again with the reason', async () => {
  const server = await opened()
  const agent = agentOf(server, 'choosing')
  agent.messages = [userSays('Ask me.')]
  await runOf(agent)
  const answer = (text: string) =>
    runOf(agent, {
      resume: agent.pendingInterrupts.map(({ id }) => ({
        interruptId: id,
        status: 'resolved',
        payload: { answer: text },
      })),
    })
  expect(agent.pendingInterrupts).toMatchObject([{ message: 'Which city?' }])
  await answer('Berlin')
  expect(agent.pendingInterrupts).toMatchObject([{ message: again }])
  await answer('Rome')
  expect(agent.messages.at(-1)).toMatchObject({ content: 'You chose Rome.' })
})

it('a chat of the AI SDK says what would be an answer', async () => {
  const chat = chatOf(await opened(), { loop: 'choosing' })
  await chat.sendMessage({ text: 'Ask me.' })
  await chat.sendMessage({ text: 'Berlin' })
  expect(chat.error?.message).toContain('was not accepted: it has no reply to the open question')
  expect(chat.error?.message).toContain('Answer with one of: `Oslo`, `Rome`.')
  await chat.sendMessage({ text: 'rome' })
  expect(textIn(chat)).toBe('You chose Rome.')
})

it('a chat of the AI SDK shows a question again that an answer was refused to', async () => {
  const server = await opened()
  const chat = chatOf(server, { loop: 'direct', gyre: { budget: { modelCalls: 0, onExhausted: 'ask' } } })
  await chat.sendMessage({ text: 'Hello' })
  await chat.sendMessage({ text: '1.5' })
  expect(partsOf(chat, 'data-question')).toMatchObject([
    { data: { kind: 'budget', state: 'open', refused: 'not-an-amount: a number, or `finish`' } },
  ])
})

it('a form of MCP asks again with the reason', async () => {
  const host = await hostForTest({ model: scriptedModel(), loops: [choosing] })
  const key = await host.keyFor()
  const capabilities = { elicitation: { form: {} } }
  const call = (more: object) => {
    const params = { name: 'run_loop', arguments: { loop: 'choosing', goal: 'Ask me.' }, ...more }
    return rpc(host, { method: 'tools/call', params, capabilities, key })
  }
  const first = (await call({})).result
  const [form = ''] = Object.keys(first?.['inputRequests'] as object)
  const { result } = await call({
    requestState: first?.['requestState'],
    inputResponses: { [form]: { action: 'accept', content: { answer: 'Berlin' } } },
  })
  expect(result?.['inputRequests']).toMatchObject({
    [form]: { params: { message: 'The last answer was not accepted (it does not fit the form). Which city?' } },
  })
})

it('a task of MCP is told of an answer that does not fit, and asks again with the reason of one that was refused', async () => {
  const host = await hostForTest({ model: scriptedModel(), loops: [choosing] })
  const key = await host.keyFor()
  const capabilities = { elicitation: { form: {} }, extensions: { 'io.modelcontextprotocol/tasks': {} } }
  const call = (method: string, params: object) => rpc(host, { method, params: { ...params }, capabilities, key })
  const run = { name: 'run_loop', arguments: { loop: 'choosing', goal: 'Ask me.' } }
  const { taskId } = (await call('tools/call', run)).result as { readonly taskId: string }
  type Forms = Readonly<Record<string, { readonly params: { readonly message: string } }>>
  const forms = async () => ((await call('tasks/get', { taskId })).result?.['inputRequests'] ?? {}) as Forms
  await expect.poll(async () => Object.keys(await forms())).toHaveLength(1)
  const [form = ''] = Object.keys(await forms())
  const inputResponses = { [form]: { action: 'accept', content: { answer: 'Berlin' } } }
  const { error } = await call('tasks/update', { taskId, inputResponses })
  expect(error).toMatchObject({ code: -32_602, message: 'The answer does not fit the form: Which city?' })
  await host.runtime.send(taskId, 'answer', { text: 'Berlin' }, { by: 'test' })
  await expect.poll(async () => (await forms())[form]?.params.message).toBe(again)
})

it('a result of MCP says what was not accepted', async () => {
  const host = await hostForTest({ model: scriptedModel(), loops: [choosing] })
  const client = await clientOf(host)
  const { structuredContent } = await client.callTool({
    name: 'run_loop',
    arguments: { loop: 'choosing', goal: 'Ask me.' },
  })
  const { session_id } = structuredContent as { readonly session_id: string }
  const body = { text: 'Berlin' }
  await client.callTool({ name: 'intervene', arguments: { session_id, action: 'answer', body } })
  await expect
    .poll(async () => (await client.callTool({ name: 'wait_session', arguments: { session_id } })).structuredContent)
    .toMatchObject({ questions: [{ text: 'Which city?', refused: 'not-a-choice: Oslo | Rome' }] })
})
