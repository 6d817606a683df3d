/** Servers over the transports that the quick tests leave out. */
import { describe, expect, it, onTestFinished } from 'vitest'
import { everythingBehaves } from '../mcp/support/everything-behaves.ts'
import { modernBehaves } from '../mcp/support/modern-behaves.ts'
import { everythingOver, modern } from '../mcp/support/peers.ts'
import { person, ServersUnderTest } from '../mcp/support/servers-under-test.ts'

describe.each([
  ['Streamable HTTP', 'streamableHttp'],
  ['SSE, found out by itself', 'sse'],
] as const)('everything over %s', (over, transport) => {
  everythingBehaves(over, async () => {
    const { url, stop } = await everythingOver(transport)
    return { config: { url }, stop }
  })
})

describe('a modern server over stdio', () => {
  modernBehaves(async () => ({ config: modern(), stop: async () => {} }))
})

it('a server that is first needed while another one asks a person asks on its own behalf', async () => {
  const [a, b] = await Promise.all([everythingOver('streamableHttp'), everythingOver('sse')])
  const [here, there] = [new ServersUnderTest({ a: { url: a.url } }), new ServersUnderTest({ b: { url: b.url } })]
  onTestFinished(async () => {
    await Promise.all([here.close(), there.close()])
    await Promise.all([a.stop(), b.stop()])
  })
  const input = { url: 'https://example.com' }
  const inner = person('/done')
  const ask = async () => {
    const { text } = await there.call('b.trigger-url-elicitation', input, inner)
    return text.includes('User completed') ? '/done' : '/decline'
  }
  expect((await here.call('a.trigger-url-elicitation', input, { ask })).text).toContain('User completed')
  expect(inner.questions).toHaveLength(1)
})
