/** Who is let in over MCP, what they may use, and what becomes of connections. */
import { says, scriptedModel } from '@gyre/core/testing'
import { describe, expect, it, vi } from 'vitest'
import { clientOf, hostForTest, type McpHost } from './support/mcp-host.ts'
import { rpc } from './support/mcp-rpc.ts'

const idle = () => hostForTest({ model: scriptedModel(says('Yes.')) })

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
}

async function post(host: McpHost, body: object, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  const authorization = `Bearer ${await host.keyFor()}`
  const given = { authorization, 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  return fetch(host.url, { method: 'POST', headers: { ...given, ...headers }, body: JSON.stringify(body) })
}

describe('a request', () => {
  it('without a key is told how to bring one', async () => {
    const host = await idle()
    const response = await fetch(host.url, { method: 'POST', body: '{}' })
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toBe('Bearer realm="gyre"')
  })

  it('carries the trace of its caller', async () => {
    const client = await clientOf(await idle())
    const traceparent = '00-fea5c0c71d0fe6cc9844c3a8f90afede-7bc1edae027f5501-01'
    const call = { name: 'run_loop', arguments: { name: 'direct', goal: 'Is it?' }, _meta: { traceparent } }
    expect(await client.callTool(call)).toMatchObject({ content: [{ text: 'Yes.' }] })
  })

  it('of 2025 is answered without a handshake, too', async () => {
    const response = await post(await idle(), { jsonrpc: '2.0', id: 7, method: 'tools/list' })
    expect(await response.text()).toContain('"name":"run_loop"')
  })
})

describe('a caller', () => {
  it('who may only look starts nothing', async () => {
    const host = await idle()
    const client = await clientOf(host, { key: await host.keyFor({ role: 'viewer' }) })
    const result = await client.callTool({ name: 'run_loop', arguments: { goal: 'Is it?' } })
    expect(result).toMatchObject({ isError: true, _meta: { 'gyre/error': 'forbidden' } })
    expect(await host.runtime.list()).toEqual([])
  })

  it('limited to a persona sees and runs no other', async () => {
    const host = await idle()
    const client = await clientOf(host, { key: await host.keyFor({ personas: ['clerk'] }) })
    const { structuredContent } = await client.callTool({ name: 'list_loops', arguments: {} })
    expect(structuredContent).toMatchObject({ loops: [{ name: 'clerk', kind: 'persona', loop: 'react' }] })
    const result = await client.callTool({ name: 'run_loop', arguments: { name: 'direct', goal: 'Is it?' } })
    expect(result).toMatchObject({ isError: true, _meta: { 'gyre/error': 'persona-unknown' } })
    expect((await client.listPrompts()).prompts).toEqual([])
    await expect(client.readResource({ uri: 'gyre://loops/direct' })).rejects.toMatchObject({ code: -32_602 })
  })
})

it('sessions of what a caller may not use are not there for them', async () => {
  const host = await idle()
  const { structuredContent } = await (await clientOf(host)).callTool({
    name: 'run_loop',
    arguments: { name: 'direct', goal: 'Is it?' },
  })
  const { session_id } = structuredContent as { readonly session_id: string }
  const client = await clientOf(host, { key: await host.keyFor({ personas: ['clerk'] }) })
  for (const name of ['wait_session', 'get_session', 'get_events']) {
    const result = await client.callTool({ name, arguments: { session_id } })
    expect(result).toMatchObject({ isError: true, _meta: { 'gyre/error': 'session-unknown' } })
  }
  expect((await client.listResources()).resources.map(({ uri }) => uri)).toEqual(['gyre://loops/clerk'])
})

describe('a session whose client closes the request', () => {
  /** A session that runs until it is aborted. */
  async function begun(abort_on_close: boolean) {
    const hanging = () => new Promise<never>(() => {})
    const host = await hostForTest({ model: scriptedModel(hanging) })
    const client = await clientOf(host)
    const leave = new AbortController()
    const input = { goal: 'For ever.', abort_on_close }
    const call = client.callTool({ name: 'run_loop', arguments: input }, { signal: leave.signal })
    const [{ id } = { id: '' }] = await vi.waitFor(async () => {
      const sessions = await host.runtime.list()
      expect(sessions).toHaveLength(1)
      return sessions
    })
    leave.abort()
    await expect(call).rejects.toThrow()
    return { host, id }
  }

  it('is aborted when that was wanted', async () => {
    const { host, id } = await begun(true)
    expect(await host.runtime.outcomeOf(id)).toMatchObject({ outcome: 'aborted' })
  })

  it('goes on else', async () => {
    const { host, id } = await begun(false)
    const client = await clientOf(host)
    const { structuredContent } = await client.callTool({
      name: 'wait_session',
      arguments: { session_id: id, wait_seconds: 0 },
    })
    expect(structuredContent).toMatchObject({ status: 'running' })
  })
})

describe('a connection of 2025', () => {
  it('is known by its id, to its own key alone', async () => {
    const host = await idle()
    const key = await host.keyFor()
    const own = { authorization: `Bearer ${key}` }
    const id = (await post(host, initialize, own)).headers.get('mcp-session-id') ?? ''
    const list = { jsonrpc: '2.0', id: 2, method: 'tools/list' }
    expect((await post(host, list, { ...own, 'mcp-session-id': id })).status).toBe(200)
    expect((await post(host, list, { 'mcp-session-id': id })).status).toBe(404)
    expect((await post(host, list, { ...own, 'mcp-session-id': 'another' })).status).toBe(404)
  })

  it('is over when its client says so', async () => {
    const host = await idle()
    const own = { authorization: `Bearer ${await host.keyFor()}` }
    const id = (await post(host, initialize, own)).headers.get('mcp-session-id') ?? ''
    const headers = { ...own, 'mcp-session-id': id, 'mcp-protocol-version': '2025-11-25' }
    expect((await fetch(host.url, { method: 'DELETE', headers })).status).toBe(200)
    expect((await post(host, { jsonrpc: '2.0', id: 2, method: 'tools/list' }, headers)).status).toBe(404)
  })

  it('of the same key makes room for a newer one when there are too many', async () => {
    const host = await idle()
    const own = { authorization: `Bearer ${await host.keyFor()}` }
    const ids: string[] = []
    for (let count = 0; count < 33; count++) {
      ids.push((await post(host, initialize, own)).headers.get('mcp-session-id') ?? '')
    }
    const list = { jsonrpc: '2.0', id: 2, method: 'tools/list' }
    const status = async (id = '') => (await post(host, list, { ...own, 'mcp-session-id': id })).status
    expect([await status(ids[0]), await status(ids[1]), await status(ids[32])]).toEqual([404, 200, 200])
  })
})

it('a stream counts as open until it is over', async () => {
  const host = await idle()
  const client = await clientOf(host, { era: 'legacy' })
  await vi.waitFor(() => expect(host.service.streams.total).toBe(1))
  await client.close()
  await vi.waitFor(() => expect(host.service.streams.total).toBe(0))
})

it('who answers to the newer protocol says so', async () => {
  const { result } = await rpc(await idle(), { method: 'server/discover', params: {} })
  expect(result).toMatchObject({
    supportedVersions: ['2026-07-28'],
    capabilities: { tools: {}, resources: {}, prompts: {}, extensions: { 'io.modelcontextprotocol/tasks': {} } },
  })
})
