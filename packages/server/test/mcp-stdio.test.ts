/** The MCP server over stdin and stdout, as a process that a client starts. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { sqliteStore } from '@gyre/stores/sqlite'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect, it, onTestFinished, vi } from 'vitest'
import { temporaryFolder } from '../../../test/support/temporary-folder.ts'
import type { Era } from './support/mcp-host.ts'

// Processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const eras: readonly Era[] = ['modern', 'legacy']
const program = join(import.meta.dirname, 'support/mcp-stdio-program.ts')

/** What starts the program, with a store of its own. */
function command(script: string, file = join(temporaryFolder(), 'gyre.db')) {
  return { command: process.execPath, args: ['--conditions=@gyre/source', program, file, script], file }
}

async function connected(era: Era): Promise<Client> {
  const mode = era === 'modern' ? { pin: '2026-07-28' } : ('legacy' as const)
  const capabilities = { elicitation: { form: {} } }
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode }, capabilities })
  const { command: node, args } = command('pays')
  await client.connect(new StdioClientTransport({ command: node, args }))
  onTestFinished(() => client.close())
  return client
}

it.each(eras)('runs loops, and asks by forms, for the owner of the machine: %s', async (era) => {
  const client = await connected(era)
  expect(client.getServerVersion()).toMatchObject({ name: 'gyre', version: '1.2.3' })
  const said = await client.callTool({ name: 'run_loop', arguments: { goal: 'Say.' } })
  expect(said).toMatchObject({ content: [{ text: 'Over stdio.' }], structuredContent: { outcome: 'answered' } })
  client.setRequestHandler('elicitation/create', () => ({ action: 'accept', content: { decision: 'approve' } }))
  const paid = await client.callTool({ name: 'run_loop', arguments: { name: 'clerk', goal: 'Pay.' } })
  expect(paid.structuredContent).toMatchObject({ answer: 'Paid.', usage: { toolCalls: 1 } })
})

it('ends when there is no more to read, writes nothing but messages, and suspends what runs', async () => {
  const { command: node, args, file } = command('hangs')
  const child = spawn(node, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const out = text(child.stdout)
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  const clientInfo = { name: 'test', version: '1' }
  send({ id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo } })
  send({ method: 'notifications/initialized' })
  const input = { goal: 'For ever.', wait_seconds: 0 }
  send({ id: 2, method: 'tools/call', params: { name: 'run_loop', arguments: input } })
  const sessions = await vi.waitFor(
    async () => {
      const store = sqliteStore(file)
      const found = await store.sessions.list({})
      await store.close()
      expect(found).toHaveLength(1)
      return found
    },
    { timeout: 30_000, interval: 100 },
  )
  child.stdin.end()
  const [code] = await once(child, 'exit')
  expect(code).toBe(0)
  const ids = (await out)
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { readonly id: number }).id)
  expect(ids).toContain(1)
  const store = sqliteStore(file)
  onTestFinished(() => store.close())
  expect(await store.sessions.get(sessions[0]?.id ?? '')).toMatchObject({ state: 'queued', mirror: { outcome: null } })
})
