import { expect, it } from 'vitest'
import { isAlive, until } from '../../../../../test/mcp/support/peers.ts'
import { loadSdk } from './sdk.ts'
import { StdioTransport } from './stdio-transport.ts'

it('leaves nothing running when it is closed before its process has started', async () => {
  const { parseJSONRPCMessage } = await loadSdk()
  const started: (number | undefined)[] = []
  const options = { command: process.execPath, args: ['-e', 'setInterval(() => {}, 1000)'], env: {}, cwd: undefined }
  const transport = new StdioTransport(options, parseJSONRPCMessage, (pid) => started.push(pid))
  const starting = transport.start()
  await transport.close()
  await expect(starting).rejects.toThrow('The server was closed before it had started.')
  const pid = transport.pid ?? 0
  expect(pid).toBeGreaterThan(0)
  await until(() => !isAlive(pid))
  expect(started).toEqual([])
})
