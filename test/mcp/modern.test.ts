/** A server of 2026-07-28 over HTTP and stdio: no handshake, no requests of its own, rounds of input instead. */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { McpServerConfig } from '../../packages/tools/src/mcp/config/servers-config.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { modernOverHttp } from './support/modern-server.ts'
import { modern, until } from './support/peers.ts'
import { person, ServersUnderTest } from './support/servers-under-test.ts'

vi.setConfig({ testTimeout: 20_000, hookTimeout: 20_000 })

type Place = { readonly config: McpServerConfig; stop(): Promise<void> }

const places: readonly [string, () => Promise<Place>][] = [
  ['stdio', async () => ({ config: modern(), stop: async () => {} })],
  [
    'HTTP',
    async () => {
      const { url, stop } = await modernOverHttp()
      return { config: { url }, stop }
    },
  ],
]

const answers = (text: string) => async () =>
  ({ text, finish: 'stop', toolCalls: [], message: { role: 'assistant', parts: [] } }) as const

describe.each(places)('a modern server over %s', (_, open) => {
  let place: Place
  let here: ServersUnderTest

  beforeAll(async () => {
    place = await open()
    here = new ServersUnderTest({ m: place.config })
    await here.servers.tools()
  })
  afterAll(async () => {
    await here.close()
    await place.stop()
  })

  it('is spoken to in its own version', () => {
    expect(here.troubles).toEqual([])
    expect(here.servers.status()).toEqual([
      {
        name: 'm',
        state: 'connected',
        era: 'modern',
        protocolVersion: '2026-07-28',
        serverInfo: { name: 'modern', version: '3' },
        tools: ['m.greet', 'm.pid', 'm.trace', 'm.book', 'm.slow', 'm.grow', 'm.shrink'],
      },
    ])
  })

  it('answers with text and data', async () => {
    expect(await here.call('m.greet', { name: 'Ada' })).toEqual({
      text: 'Hello Ada.',
      data: { greeting: 'Hello Ada.' },
      untrusted: { from: 'm.greet' },
    })
  })

  it('sees the trace of the call', async () => {
    expect((await here.call('m.trace')).text).toBe('00-fea5c0c71d0fe6cc9844c3a8f90afede-7bc1edae027f5501-01')
  })

  it('asks for input in rounds: a person, then a model and the roots', async () => {
    const progress: unknown[] = []
    const { ask, questions } = person('aisle', '2')
    const context = { ask, generate: answers('Sun.'), progress: (each: unknown) => void progress.push(each) }
    const { text } = await here.call('m.book', { to: 'Aarhus' }, context)
    expect(JSON.parse(text)).toMatchObject({
      to: 'Aarhus',
      seat: 'aisle with 2',
      wish: { kind: 'sampling', result: { content: { text: 'Sun.' } } },
      roots: { kind: 'roots', roots: [{ uri: `file://${import.meta.dirname}/support`, name: 'support' }] },
    })
    expect(questions).toEqual([
      {
        question: 'The server `m` asks: To Aarhus:\nseat (one of the choices, required)',
        choices: ['window', 'aisle', '/decline', '/cancel'],
      },
      {
        question:
          'The server `m` also asks:\nbags (a whole number from 0, may be skipped; skipped, it is 1)\n(Or /skip, /decline, /cancel.)',
      },
    ])
    expect(progress).toEqual([])
  })

  it.each([
    ['/decline', 'Not booked: decline.'],
    ['/cancel', 'Not booked: cancel.'],
  ])('hears %s', async (word, text) => {
    expect(await here.call('m.book', { to: 'Aarhus' }, person(word))).toMatchObject({ text })
  })

  it('knows for which of two calls it asks', async () => {
    const texts = await Promise.all(
      ['window', 'aisle'].map(async (seat, index) => {
        const context = { ...person(seat, '/skip'), generate: answers(`Wish ${index}.`) }
        return (await here.call('m.book', { to: `town ${index}` }, context)).text
      }),
    )
    expect(texts.map((text) => JSON.parse(text) as unknown)).toMatchObject([
      { to: 'town 0', seat: 'window with 1', wish: { result: { content: { text: 'Wish 0.' } } } },
      { to: 'town 1', seat: 'aisle with 1', wish: { result: { content: { text: 'Wish 1.' } } } },
    ])
  })

  it('fails the call when the model it asks for fails', async () => {
    const context = { ...person('aisle', '/skip'), generate: () => Promise.reject(new Error('No budget.')) }
    expect(await here.call('m.book', { to: 'Aarhus' }, context)).toMatchObject({
      text: expect.stringContaining('No budget.'),
      error: true,
    })
  })

  it('tells how far it is, and is told when nobody wants to know any more', async () => {
    const abort = new AbortController()
    const progress: unknown[] = []
    const context = {
      signal: abort.signal,
      progress: (each: unknown) => {
        progress.push(each)
        abort.abort()
      },
    }
    await expect(here.call('m.slow', {}, context)).rejects.toMatchObject({ code: 'aborted' })
    expect(progress).toEqual([{ done: 1, total: 9, message: 'Begun.' }])
  })

  it('shows another list of tools to whoever asks next; a tool that is gone says so', async () => {
    expect(await here.names()).not.toContain('m.grown')
    await here.call('m.grow')
    await vi.waitFor(async () => expect(await here.names()).toContain('m.grown'))
    const grown = await here.tool('m.grown')
    expect(await here.call('m.grown')).toMatchObject({ text: 'Grown.' })

    await here.call('m.shrink')
    await vi.waitFor(async () => expect(await here.names()).not.toContain('m.grown'))
    expect(await grown.run({}, { signal: new AbortController().signal } as never)).toEqual({
      text: '`m.grown` is gone: the MCP server `m` does not offer it any more. Its tools: `m.greet`, `m.pid`, `m.trace`, `m.book`, `m.slow`, `m.grow`, `m.shrink`.',
      error: true,
      untrusted: { from: 'm.grown' },
    })
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
    expect(output).toMatchObject({ text: expect.stringMatching(text), error: true, untrusted: { from: 'm.do' } })
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

it('which version a server speaks is found out once, and remembered when it starts again', async () => {
  const file = join(temporaryFolder(), 'starts')
  const { command, args = [] } = modern()
  const script = `echo start >> '${file}'; exec "$@"`
  const here = new ServersUnderTest({ m: { command: '/bin/sh', args: ['-c', script, 'sh', command, ...args] } })
  onTestFinished(() => here.close())
  const starts = () => readFileSync(file, 'utf8').split('\n').filter(Boolean).length
  await here.call('m.greet', { name: 'Ada' })
  expect(starts()).toBe(2)
  const { text } = await here.call('m.pid')
  process.kill(Number(text), 'SIGKILL')
  await until(() => here.troubles.length === 1)
  await here.call('m.greet', { name: 'Ada' })
  expect(starts()).toBe(3)
  expect(here.servers.status()).toMatchObject([{ era: 'modern' }])
})
