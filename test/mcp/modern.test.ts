/** A server of 2026-07-28 over HTTP: no handshake, no requests of its own, rounds of input instead. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { modernBehaves } from './support/modern-behaves.ts'
import { modernOverHttp } from './support/modern-server.ts'
import { modern, until } from './support/peers.ts'
import { ServersUnderTest } from './support/servers-under-test.ts'

vi.setConfig({ testTimeout: 20_000, hookTimeout: 20_000 })

describe('a modern server over HTTP', () => {
  modernBehaves(async () => {
    const { url, stop } = await modernOverHttp()
    return { config: { url }, stop }
  })
})

it('a call that is aborted over HTTP closes its stream, which the server sees', async () => {
  const { url, cancelled, seen, stop } = await modernOverHttp()
  const here = new ServersUnderTest({ m: { url } })
  onTestFinished(async () => {
    await here.close()
    await stop()
  })
  const abort = new AbortController()
  const context = { signal: abort.signal, progress: () => abort.abort() }
  await expect(here.call('m.slow', {}, context)).rejects.toMatchObject({ code: 'aborted' })
  await until(() => cancelled.length === 1)
  expect(seen).not.toContain('initialize')
  expect(seen).not.toContain('notifications/cancelled')
})

it('a server that takes both is spoken to as of old when it runs here, and of its list hears us, too', async () => {
  const here = new ServersUnderTest({ m: modern('both') })
  onTestFinished(() => here.close())
  await here.call('m.greet', { name: 'Ada' })
  expect(here.servers.status()).toMatchObject([{ era: 'legacy', protocolVersion: '2025-11-25' }])
  await here.call('m.grow')
  await vi.waitFor(async () => expect(await here.names()).toContain('m.grown'))
})

describe('a server that wants to know who asks', () => {
  it('is given the token of its config', async () => {
    const { url, stop } = await modernOverHttp({ token: 'hunter2-hunter2' })
    const headers = { Authorization: `Bearer \${TOKEN}` }
    const here = new ServersUnderTest({ m: { url, headers } }, { env: { TOKEN: 'hunter2-hunter2' } })
    onTestFinished(async () => {
      await here.close()
      await stop()
    })
    expect(await here.call('m.greet', { name: 'Ada' })).toMatchObject({ text: 'Hello Ada.' })
  })

  it.each([{ type: 'http' as const }, { type: 'sse' as const }, {}])(
    'without one is told of in words: %j',
    async (type) => {
      const { url, stop } = await modernOverHttp({ token: 'hunter2-hunter2' })
      const here = new ServersUnderTest({ m: { url, ...type } })
      onTestFinished(async () => {
        await here.close()
        await stop()
      })
      expect(await here.names()).toEqual([])
      expect(here.troubles).toEqual([
        {
          server: 'm',
          message:
            'MCP server `m`: it wants to know who asks (HTTP 401). Put a token into its `headers`; signing in by OAuth is not supported.',
        },
      ])
    },
  )
})

/** A server that answers with these, and counts. */
async function answering(results: Readonly<Record<string, object>>) {
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const { id, method } = JSON.parse(body || '{}') as { id?: number; method?: string }
    const result = results[method ?? '']
    response.writeHead(result ? 200 : 404, { 'content-type': 'application/json' })
    response.end(result && JSON.stringify({ jsonrpc: '2.0', id, result }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

describe('an answer that is none', () => {
  const cached = { resultType: 'complete', ttlMs: 60_000, cacheScope: 'private' }
  const tools = [{ name: 'do', inputSchema: { type: 'object' } }]
  const known = {
    'server/discover': { ...cached, supportedVersions: ['2026-07-28'], capabilities: { tools: {} } },
    'tools/list': { ...cached, tools },
  }

  it.each([
    [
      { resultType: 'task', taskId: '1' },
      'MCP server `m` gave a task to come back for instead of an answer; nobody had asked for one.',
    ],
    [{ resultType: 'complete', content: 'text' }, /^MCP server `m`: Invalid result for tools\/call: /],
  ])('is told in words: %j', async (result, text) => {
    const url = await answering({ ...known, 'tools/call': result })
    const here = new ServersUnderTest({ m: { url } })
    onTestFinished(() => here.close())
    const output = await here.call('m.do')
    expect(output).toMatchObject({ text: expect.stringMatching(text), failed: expect.any(String) })
  })

  it('goes through the fetch that was given', async () => {
    const url = await answering({ ...known, 'tools/call': { resultType: 'complete', content: [] } })
    const asked: (string | null)[] = []
    const fetch: typeof globalThis.fetch = (address, init) => {
      asked.push(new Headers(init?.headers).get('mcp-method'))
      return globalThis.fetch(address, init)
    }
    const here = new ServersUnderTest({ m: { url, headers: { 'X-Key': 'abc' } } }, { fetch })
    onTestFinished(() => here.close())
    expect(await here.call('m.do')).toMatchObject({ text: 'Done.' })
    expect(asked).toEqual(['server/discover', 'tools/list', 'tools/call'])
  })
})
