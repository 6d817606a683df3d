/** Requests of the protocol of 2026-07-28 as they go over the wire, for what no client sends. */
import type { McpHost } from './mcp-host.ts'

export type Rpc = {
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
  readonly capabilities?: object
  readonly key?: string
}

export type RpcAnswer = {
  readonly status: number
  readonly result?: Readonly<Record<string, unknown>>
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
}

export async function rpc(host: McpHost, { method, params, capabilities = {}, key }: Rpc): Promise<RpcAnswer> {
  const version = '2026-07-28'
  const meta = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientCapabilities': capabilities,
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  }
  const response = await fetch(host.url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key ?? (await host.keyFor())}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': version,
      'mcp-method': method,
      'mcp-name': String(params['name'] ?? params['taskId'] ?? params['uri'] ?? ''),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: { ...meta } } }),
  })
  return { status: response.status, ...((await response.json()) as Omit<RpcAnswer, 'status'>) }
}
