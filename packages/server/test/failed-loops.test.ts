/** What clients are told of a loop that threw: its own words are for administrators. */
import { scriptedModel } from '@gyre/core/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { agentOf, runOf, userSays } from './support/agui-lab.ts'
import { clientOf, hostForTest } from './support/mcp-host.ts'
import { broken } from './support/odd-loops.ts'
import { type TestServer, testServer } from './support/test-server.ts'
import { chatOf } from './support/ui-lab.ts'

async function opened(): Promise<TestServer> {
  const server = await testServer({ model: scriptedModel(), loops: [broken] })
  onTestFinished(() => server.close())
  return server
}

const told = {
  admin: /^kaboom in \/srv\/internal/,
  user: /^The loop failed\. An administrator finds the reason in session `ses_[^`]+`\.$/,
}

describe.each(['admin', 'user'] as const)('a loop that threw is told to the role %s', (role) => {
  it('by a chat of the AI SDK', async () => {
    const server = await opened()
    const chat = chatOf({ ...server, key: await server.keyFor({ role }) }, { loop: 'broken' })
    await chat.sendMessage({ text: 'Hello' })
    expect(chat.error?.message).toMatch(told[role])
  })

  it('by a run of AG-UI', async () => {
    const server = await opened()
    const agent = agentOf({ ...server, key: await server.keyFor({ role }) }, 'broken')
    agent.messages = [userSays('Hello')]
    const { events } = await runOf(agent).catch(() => ({ events: [] }))
    const [row] = await server.runtime.list()
    expect(row?.mirror.outcome).toBe('failed:loop-failed')
    expect(events.at(-1)).toMatchObject({ type: 'RUN_ERROR', message: expect.stringMatching(told[role]) })
  })

  it('by a call of MCP', async () => {
    const host = await hostForTest({ model: scriptedModel(), loops: [broken] })
    const client = await clientOf(host, { key: await host.keyFor({ role }) })
    const result = await client.callTool({ name: 'run_loop', arguments: { loop: 'broken', goal: 'Hello' } })
    expect(result).toMatchObject({
      isError: true,
      structuredContent: { error: { code: 'loop-failed', message: expect.stringMatching(told[role]) } },
    })
  })
})
