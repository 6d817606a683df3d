/** Servers elsewhere whose answers never end. */
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import type { HttpServerConfig } from '../../packages/tools/src/mcp/config/servers-config.ts'
import { ServersUnderTest } from './support/servers-under-test.ts'

const answers: Readonly<Record<string, object>> = {
  initialize: {
    protocolVersion: '2025-11-25',
    capabilities: { tools: {} },
    serverInfo: { name: 'endless', version: '1' },
  },
  'tools/list': { tools: [{ name: 'talk', inputSchema: { type: 'object' } }] },
}

/** A server whose tool begins an answer of this kind and never stops. */
async function endless(kind: string, beginning: string): Promise<HttpServerConfig> {
  const server = createServer(async (request, response) => {
    if (request.method !== 'POST') return response.writeHead(405).end()
    const { id, method } = JSON.parse(await text(request)) as { readonly id?: number; readonly method: string }
    if (id === undefined) return response.writeHead(202).end()
    if (method === 'tools/call') return talk(response.writeHead(200, { 'content-type': kind }), beginning)
    const answer = answers[method]
    const outcome = answer ? { result: answer } : { error: { code: -32_601, message: `no ${method} here` } }
    const message = JSON.stringify({ jsonrpc: '2.0', id, ...outcome })
    return response.writeHead(200, { 'content-type': 'application/json' }).end(message)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/` }
}

function talk(response: ServerResponse, beginning: string): void {
  const part = 'x'.repeat(1 << 20)
  const more = () => {
    while (response.writable && response.write(part));
    response.once('drain', more)
  }
  response.write(beginning)
  more()
}

it.each([
  ['application/json', '{"text":"'],
  ['text/event-stream', 'data: "'],
])('an answer that is too long fails its call: %s', async (kind, beginning) => {
  const here = new ServersUnderTest({ s: await endless(kind, beginning) })
  onTestFinished(() => here.close())
  expect(await here.call('s.talk')).toEqual({
    text: 'MCP server `s`: it sent a message of more than 64 MB.\nWhether the call was carried out is not known.',
    error: true,
    failed: 'tool-failed',
  })
})
