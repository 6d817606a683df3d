/** Looking at loops and sessions over MCP, page by page. */
import { says, scriptedModel } from '@gyre/core/testing'
import type { Client } from '@modelcontextprotocol/client'
import { expect, it } from 'vitest'
import { clientOf, hostForTest } from './support/mcp-host.ts'

async function data(client: Client, name: string, input: Record<string, unknown> = {}) {
  return (await client.callTool({ name, arguments: input })).structuredContent as Record<string, unknown>
}

/** Three sessions of two conversations. */
async function place() {
  const host = await hostForTest({ model: scriptedModel(says('One.'), says('Two.'), says('Three.')) })
  const client = await clientOf(host)
  const ids: unknown[] = []
  for (const [goal, thread] of [
    ['First.', 'a'],
    ['Second.', 'b'],
    ['Third.', 'a'],
  ]) {
    ids.push((await data(client, 'run_loop', { name: 'direct', goal, thread }))['session_id'])
  }
  return { host, client, ids }
}

it('sessions are listed newest first, in pages and by conversation', async () => {
  const { client, ids } = await place()
  const [first, second, third] = ids
  const page = await data(client, 'list_sessions', { limit: 2 })
  expect(page).toMatchObject({ sessions: [{ session_id: third }, { session_id: second }], next: second })
  expect(await data(client, 'list_sessions', { limit: 2, before: page['next'] })).toMatchObject({
    sessions: [{ session_id: first, title: 'First.', loop: 'direct', outcome: 'answered', thread: 'a' }],
    next: null,
  })
  const { sessions } = await data(client, 'list_sessions', { thread: 'a', status: 'completed' })
  expect(sessions).toMatchObject([{ session_id: third }, { session_id: first }])
  expect(await data(client, 'list_sessions', { status: 'waiting' })).toEqual({ sessions: [], next: null })
})

it('what happened is read in pages, and the last one is known as such', async () => {
  const { host, client, ids } = await place()
  const [session_id] = ids
  const { view } = await host.runtime.read(String(session_id))
  const first = await data(client, 'get_events', { session_id, limit: 1 })
  expect(first).toMatchObject({ events: [{ seq: 1, type: 'session.created' }], after: 1, has_ended: false })
  const rest = await data(client, 'get_events', { session_id, after: 1 })
  expect(rest).toMatchObject({ after: view.seq, has_ended: true })
  expect((rest['events'] as readonly { readonly type: string }[]).at(-1)).toMatchObject({ type: 'session.ended' })
})

it('a session is shown with its steps', async () => {
  const { client, ids } = await place()
  const record = await data(client, 'get_session', { session_id: ids[1] })
  expect(record).toMatchObject({ session: ids[1], goal: 'Second.', answer: 'Two.', status: 'completed' })
  expect(record['steps']).toMatchObject([{ kind: 'generate', state: 'finished' }])
})

it('ids and names are completed', async () => {
  const { client, ids } = await place()
  const completed = async (uri: string, name: string, value: string) =>
    (await client.complete({ ref: { type: 'ref/resource', uri }, argument: { name, value } })).completion.values
  expect(await completed('gyre://sessions/{id}', 'id', String(ids[0]))).toEqual([ids[0]])
  expect(await completed('gyre://loops/{name}', 'name', 'reac')).toEqual(['react'])
})

it('every tool says honestly what it may do', async () => {
  const { tools } = await (await clientOf(await hostForTest({ model: scriptedModel() }))).listTools()
  const hints = tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint, annotations?.destructiveHint])
  expect(hints).toEqual([
    ['run_loop', false, true],
    ['wait_session', false, false],
    ['list_loops', true, undefined],
    ['list_sessions', true, undefined],
    ['get_session', true, undefined],
    ['get_events', true, undefined],
    ['intervene', false, true],
  ])
  expect(tools.filter(({ outputSchema }) => outputSchema === undefined)).toEqual([])
})

it.each([
  ['run_loop', { name: 'nobody', goal: 'Go.' }, 'There is no persona or loop `nobody`'],
  ['run_loop', { name: 'direct', goal: 'Go.', config: { colour: 'red' } }, 'colour'],
  ['run_loop', { name: 'direct', goal: 'Go.', budget: { tokens: -1 } }, 'tokens'],
  ['intervene', { session_id: 'ses_none', action: 'dance' }, 'action'],
])('what is wrong with a call is told in words: %s %j', async (name, input, words) => {
  const client = await clientOf(await hostForTest({ model: scriptedModel() }))
  const { isError, content } = await client.callTool({ name, arguments: input })
  expect(isError).toBe(true)
  expect(content).toMatchObject([{ type: 'text', text: expect.stringContaining(words) }])
})
