/** The MCP server over stdin and stdout: for one client, which started the process. */
import type { Readable, Writable } from 'node:stream'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { browserCaller } from '../auth/browser-sessions.ts'
import type { Place } from '../place.ts'
import { mcpServerFactory } from './mcp-server.ts'

export type McpStdioOptions = {
  readonly stdin: Readable
  /** Nobody else may write to it: every line is a message. */
  readonly stdout: Writable
  /** Ends it before there is no more to read. */
  readonly signal?: AbortSignal | undefined
}

/** Serves the owner of the machine until there is no more to read. The runtime is the caller's to close. */
export async function serveMcpOverStdio(place: Place, { stdin, stdout, signal }: McpStdioOptions): Promise<void> {
  const caller = { ...browserCaller, name: 'local' }
  const asker = { caller, tenant: await place.tenant(caller.owner) }
  const over = ended({ stdin, stdout, signal })
  const transport = new StdioServerTransport(stdin, stdout)
  const handle = serveStdio(mcpServerFactory(asker, { version: place.version }), { transport })
  await over
  await handle.close()
}

/** Resolves when the client is gone: it may break off either stream first. */
function ended({ stdin, stdout, signal }: McpStdioOptions): Promise<void> {
  return new Promise((resolve) => {
    const end = () => resolve()
    for (const event of ['end', 'close', 'error']) stdin.once(event, end)
    for (const event of ['close', 'error']) stdout.once(event, end)
    signal?.addEventListener('abort', end, { once: true })
    if (signal?.aborted) end()
  })
}
