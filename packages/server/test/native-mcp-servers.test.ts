/** MCP servers over the native API. */
import { GyreError } from '@gyre/core'
import { modelOf, says } from '@gyre/core/testing'
import { afterEach, describe, expect, it } from 'vitest'
import type { McpDesk, ShownMcpServer } from '../src/place.ts'
import { type TestServer, testServer } from './support/test-server.ts'

let server: TestServer | undefined

afterEach(async () => {
  await server?.close()
  server = undefined
})

const files: ShownMcpServer = {
  name: 'files',
  transport: 'stdio',
  target: 'npx -y server-files',
  from: '.mcp.json',
  state: 'connected',
  era: 'legacy',
  protocol: '2025-06-18',
  server: { name: 'files', version: '1' },
  tools: ['files.read'],
  withheld: [],
  trusted: false,
  lastError: null,
}

const desk: McpDesk = {
  list: async () => [files],
  test: async (name) => {
    if (name !== 'files') throw new GyreError('mcp-server-unknown', `There is no MCP server \`${name}\`.`)
    return { ok: true, steps: [{ step: 'reach', ok: true, ms: 4, detail: 'pid 1' }], complaints: [], server: files }
  },
}

async function call(path: string, init: RequestInit = {}) {
  server ??= await testServer({ model: modelOf(() => says('Hello.')), desks: { mcpServers: desk } })
  const response = await server.request(`/api/v1${path}`, init)
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

describe('MCP servers over the native API', () => {
  it('are listed with how they stand', async () => {
    expect(await call('/mcp-servers')).toEqual({ status: 200, body: { servers: [files] } })
  })

  it('are tried, which the audit log is told', async () => {
    expect(await call('/mcp-servers/files/test', { method: 'POST' })).toMatchObject({
      status: 200,
      body: { ok: true, server: files },
    })
    const entries = await server?.store.auditLog.list({})
    expect(entries?.map(({ action, target, data }) => [action, target, data])).toEqual([
      ['mcp-server.tested', 'files', { ok: true }],
    ])
  })

  it('are refused under a name that none has', async () => {
    const { status, body } = await call('/mcp-servers/other/test', { method: 'POST' })
    expect([status, body['error']]).toEqual([404, expect.objectContaining({ code: 'mcp-server-unknown' })])
  })

  it('are for those who run the server alone', async () => {
    await call('/mcp-servers')
    const key = await server?.keyFor({ owner: 'anna', role: 'admin' })
    expect((await call('/mcp-servers', { headers: { authorization: `Bearer ${key}` } })).status).toBe(403)
  })
})
