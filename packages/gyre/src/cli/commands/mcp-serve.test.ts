import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts'
import { FakeHost } from '../../../test/fake-host.ts'
import { invoke } from '../invoke.ts'

/** The command in a folder of its own, and a client that has shaken hands with it. */
async function served() {
  const cwd = temporaryFolder()
  // Whose input does not end by itself.
  const host = new FakeHost({ cwd, env: { HOME: cwd }, isTty: true })
  const code = invoke(['--data', join(cwd, 'data'), 'mcp', 'serve'], host)
  const messages = () =>
    host.out
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as { readonly id?: number; readonly result?: object })
  const request = async (id: number, method: string, params: object) => {
    host.type(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
    return vi.waitFor(() => messages().find((message) => message.id === id) ?? expect.fail(), { timeout: 10_000 })
  }
  const clientInfo = { name: 'test', version: '1' }
  await request(1, 'initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo })
  return { host, code, messages, request }
}

it('`gyre mcp serve` runs loops, writes messages alone, and ends with its client', async () => {
  const { host, code, messages, request } = await served()
  const input = { name: 'direct', goal: 'What is 17 * 6 + 14?' }
  const { result } = await request(2, 'tools/call', { name: 'run_loop', arguments: input })
  expect(result).toMatchObject({ structuredContent: { status: 'completed', outcome: 'answered' } })
  host.stdin.end()
  expect(await code).toBe(0)
  expect(messages().map(({ id }) => id)).toEqual([1, 2])
})

it('`gyre mcp serve` ends when it is told to', async () => {
  const { host, code } = await served()
  host.interrupt()
  expect(await code).toBe(0)
})
