import { getEventListeners } from 'node:events'
import { describe, expect, it, vi } from 'vitest'
import { call, opened, stateOf } from '../../../../test/mcp/support/opened.ts'
import { env, raw } from '../../../../test/mcp/support/peers.ts'
import { toolContext } from '../../../../test/mcp/support/tool-context.ts'
import type { McpServersConfig } from './config/servers-config.ts'
import { mcpServers } from './mcp-servers.ts'

// Processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 20_000 })

describe('servers', () => {
  it('are not touched before tools are asked for', () => {
    const here = opened({ a: { command: 'no-such-program' }, off: { command: 'x', disabled: true } })
    expect(stateOf(here)).toEqual([
      ['a', 'idle'],
      ['off', 'disabled'],
    ])
    expect(here.troubles).toEqual([])
  })

  it('refuse a config with faults, without its secrets', () => {
    const config = { a: { command: 'x', url: 'http://h', env: { KEY: 'hunter2' } } } as unknown as McpServersConfig
    expect(() => mcpServers(config, { env })).toThrow(
      expect.objectContaining({
        code: 'config-file-invalid',
        message: 'mcpServers: a.url: cannot stand beside `command`: keep one',
      }),
    )
  })

  it('give the tools of those that can be reached, and tell of the others', async () => {
    const here = opened({
      good: raw(),
      broken: raw({ exit: 3 }),
      missing: { command: 'no-such-program' },
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the config.
      unset: { command: 'x', args: ['${GONE}'] },
      off: { ...raw(), disabled: true },
    })
    expect((await here.servers.tools()).map(({ name }) => name)).toEqual(['good.echo'])
    expect(stateOf(here)).toEqual([
      ['good', 'connected'],
      ['broken', 'failed'],
      ['missing', 'failed'],
      ['unset', 'failed'],
      ['off', 'disabled'],
    ])
    expect(Object.fromEntries(here.troubles.map(([name, { message }]) => [name, message]))).toEqual({
      broken: 'MCP server `broken`: its process ended with code 3.\nIts last words:\n  I am broken.',
      missing: 'MCP server `missing`: cannot start `no-such-program`: there is no such program in PATH.',
      unset: 'MCP server `unset`: the variable `GONE`, asked for in `args[0]`, is not set.',
    })
  })

  it('that say nothing are given up after a while', async () => {
    const here = opened({ mute: raw({ silent: true }) }, { connectTimeoutMs: 300 })
    expect(await here.servers.tools()).toEqual([])
    expect(here.troubles[0]?.[1].message).toMatch(/^MCP server `mute`: no answer within 300 ms\./)
  })

  it('that print what is no message are understood all the same', async () => {
    const here = opened({ s: raw({ chatty: true }) })
    expect((await here.servers.tools()).map(({ name }) => name)).toEqual(['s.echo'])
  })

  it('are told who calls: trace, and the arguments as they are', async () => {
    const here = opened({ s: raw() })
    const { text } = await call(await here.servers.tools(), 's.echo', { n: 1 })
    expect(JSON.parse(text)).toEqual({
      name: 'echo',
      input: { n: 1 },
      _meta: {
        traceparent: '00-fea5c0c71d0fe6cc9844c3a8f90afede-7bc1edae027f5501-01',
        progressToken: expect.anything(),
      },
      pid: expect.any(Number),
    })
  })

  it('offer the tools that their config lets through, under names that a model can use', async () => {
    const tools = ['read file', 'read_dir', 'write'].map((name) => ({ name, inputSchema: { type: 'object' } }))
    const here = opened({ 'my files': { ...raw({ tools }), tools: ['read*'], timeoutMs: 1234 } })
    const offered = await here.servers.tools()
    expect(offered.map(({ name, timeoutMs }) => [name, timeoutMs])).toEqual([
      ['my_files.read_file', 1234],
      ['my_files.read_dir', 1234],
    ])
    expect(await call(offered, 'my_files.read_file')).toMatchObject({ text: expect.stringContaining('"read file"') })
  })

  it('that are trusted answer without a fence', async () => {
    const here = opened({ s: { ...raw(), trusted: true }, t: raw() })
    const tools = await here.servers.tools()
    expect(tools.map(({ trusted }) => trusted)).toEqual([true, false])
    expect((await call(tools, 's.echo')).untrusted).toBeUndefined()
    expect((await call(tools, 't.echo')).untrusted).toEqual({ from: 't.echo' })
  })

  it('get no environment but what programs need and their config gives', async () => {
    const script = 'console.error(JSON.stringify(Object.keys(process.env).sort())); process.exit(1)'
    const here = opened({ s: { command: process.execPath, args: ['-e', script], env: { MINE: '1' } } })
    await here.servers.tools()
    expect(here.troubles[0]?.[1].message).toContain('["HOME","MINE","PATH"]')
  })

  it('show no secret, whatever they say', async () => {
    const script = 'console.error("my key is " + process.env.KEY); process.exit(1)'
    const here = opened({ s: { command: process.execPath, args: ['-e', script], env: { KEY: 'hunter2-hunter2' } } })
    await here.servers.tools()
    const shown = JSON.stringify([here.troubles[0]?.[1].message, here.servers.status(), await here.servers.test('s')])
    expect(shown).toContain('my key is [redacted]')
    expect(shown).not.toContain('hunter2')
  })
})

describe('a server that fails', () => {
  it('for want of a variable is told of once, and not tried again', async () => {
    const here = opened({ s: { command: 'x', args: [`\${GONE}`] } })
    for (let times = 0; times < 3; times++) {
      expect(await here.servers.tools()).toEqual([])
      await here.clock.advance(100_000)
    }
    expect(here.troubles).toHaveLength(1)
  })

  it('while it lists its tools is told of with its last words', async () => {
    const script = `process.stdin.once('data', (line) => {
      const { id } = JSON.parse(line)
      const result = { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'x', version: '1' } }
      console.log(JSON.stringify({ jsonrpc: '2.0', id, result }))
      process.stdin.on('data', (lines) => String(lines).includes('tools/list') && (console.error('No list!'), process.exit(4)))
    })`
    const here = opened({ s: { command: process.execPath, args: ['-e', script] } })
    expect(await here.servers.tools()).toEqual([])
    expect(here.troubles.map(([, { message }]) => message)).toEqual([
      'MCP server `s`: its process ended with code 4.\nIts last words:\n  No list!',
    ])
  })

  it('by refusing to list its tools is told of with what it said', async () => {
    const here = opened({ s: raw({ noList: 'The database is locked' }) })
    expect(await here.servers.tools()).toEqual([])
    expect(here.troubles.map(([, { message }]) => message)).toEqual([
      expect.stringMatching(/^MCP server `s`: The database is locked\.\nIts last words:\n {2}server \d+$/),
    ])
  })

  it('in the middle of a call fails that call, and starts again with the next', async () => {
    const here = opened({ s: raw({ tools: [{ name: 'echo', inputSchema: { type: 'object' } }], onCall: 'die' }) })
    const tools = await here.servers.tools()
    const output = await call(tools, 's.echo')
    expect(output.failed).toBe('tool-failed')
    expect(output.text).toMatch(
      /^MCP server `s`: its process ended with code 7\.\nIts last words:\n {2}server \d+\n {2}Out of memory\.\nWhether the call was carried out is not known\.$/,
    )
    expect(stateOf(here)).toEqual([['s', 'failed']])

    // It has never answered a call: it may not start again at once, and the next call waits for it.
    const next = call(tools, 's.echo')
    await here.clock.advance(999)
    expect(stateOf(here)).toEqual([['s', 'failed']])
    await here.clock.advance(1)
    expect((await next).text).toContain('Whether the call was carried out is not known.')
  })

  it('again and again is not waited for any longer', async () => {
    const here = opened({ s: raw({ onCall: 'die' }) })
    const tools = await here.servers.tools()
    await call(tools, 's.echo')
    for (const pause of [1000, 2000, 4000]) {
      const next = call(tools, 's.echo')
      await here.clock.advance(pause)
      await next
    }
    expect(here.troubles).toHaveLength(4)
    expect(await call(tools, 's.echo')).toMatchObject({
      text: expect.stringMatching(/Out of memory\.\nIt is tried again in 8 s\.$/),
      failed: 'mcp-unreachable',
    })
  })

  it('keeps calls that wait for it no longer than they want to, and nobody starts it for them', async () => {
    const here = opened({ s: raw({ onCall: 'die' }) })
    const tools = await here.servers.tools()
    await call(tools, 's.echo')
    const abort = new AbortController()
    const next = call(tools, 's.echo', {}, toolContext({ signal: abort.signal }))
    abort.abort()
    await expect(next).rejects.toMatchObject({ code: 'aborted' })
    await here.clock.advance(5000)
    expect(stateOf(here)).toEqual([['s', 'failed']])
  })

  it('is closed while calls wait for it, which are told', async () => {
    const here = opened({ s: raw({ onCall: 'die' }) })
    const tools = await here.servers.tools()
    await call(tools, 's.echo')
    const next = call(tools, 's.echo')
    await here.servers.close()
    expect(await next).toMatchObject({ text: 'MCP server `s`: it was closed.', failed: 'mcp-unreachable' })
  })
})

describe('a call', () => {
  it('that is aborted ends at once', async () => {
    const here = opened({ s: raw({ onCall: 'hang' }) })
    const tools = await here.servers.tools()
    const abort = new AbortController()
    const calling = call(tools, 's.echo', {}, toolContext({ signal: abort.signal }))
    setTimeout(() => abort.abort(), 20)
    await expect(calling).rejects.toMatchObject({ code: 'aborted' })
    await expect(call(tools, 's.echo', {}, toolContext({ signal: abort.signal }))).rejects.toMatchObject({
      code: 'aborted',
    })
  })

  it('leaves nothing on the signal of its session', async () => {
    const { signal } = new AbortController()
    await call(await opened({ s: raw() }).servers.tools(), 's.echo', {}, toolContext({ signal }))
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  it('of servers that were closed says so', async () => {
    const here = opened({ s: raw() })
    const tools = await here.servers.tools()
    await here.servers.close()
    expect(await call(tools, 's.echo')).toMatchObject({
      text: 'MCP server `s`: it was closed.',
      failed: 'mcp-unreachable',
    })
    expect(await here.servers.tools()).toEqual([])
  })
})

describe('closing', () => {
  it.each([
    ['answers', raw()],
    ['says nothing', raw({ silent: true })],
  ])('ends a server that is just being connected and %s', async (_, config) => {
    const here = opened({ s: config }, { connectTimeoutMs: 600_000 })
    const asking = here.servers.tools()
    await new Promise((resolve) => setTimeout(resolve, 300))
    await here.servers.close()
    expect(await Promise.race([asking, 'still asking'])).not.toBe('still asking')
    expect(stateOf(here)).toEqual([['s', 'closed']])
    expect(here.troubles).toEqual([])
  })
})

describe('a test of a server', () => {
  it('tells how far it comes', async () => {
    const { steps, ...report } = await opened({ s: raw() }).servers.test('s')
    expect(report).toEqual({
      name: 's',
      ok: true,
      tools: ['s.echo'],
      complaints: [expect.stringMatching(/^server \d+$/)],
    })
    expect(steps).toEqual([
      { step: 'reach', ok: true, ms: expect.any(Number), detail: expect.stringMatching(/^process \d+$/) },
      { step: 'negotiate', ok: true, ms: expect.any(Number), detail: 'raw 1, protocol 2025-11-25 (legacy)' },
      { step: 'list', ok: true, ms: expect.any(Number), detail: '1 tool' },
      { step: 'ping', ok: true, ms: expect.any(Number), detail: 'it answers' },
    ])
  })

  it('takes a server for alive that does not know how to be asked', async () => {
    const tools = [{ name: 'bad name!', inputSchema: { type: 'object' } }]
    expect(await opened({ s: raw({ noPing: true, tools }) }).servers.test('s')).toMatchObject({
      ok: true,
      tools: ['s.bad_name_'],
    })
  })

  it.each([
    ['reach', { command: 'no-such-program' }, /no such program/],
    ['negotiate', raw({ exit: 3 }), /ended with code 3/],
    ['negotiate', raw({ refuses: true }), /no initialize here/],
  ])('stops at the step that fails: %s', async (step, config, detail) => {
    const { servers } = opened({ s: config })
    const { ok, steps } = await servers.test('s')
    expect(ok).toBe(false)
    expect(steps.at(-1)).toMatchObject({ step, ok: false, detail: expect.stringMatching(detail) })
  })

  it('of a server that nobody knows names those there are', async () => {
    await expect(opened({ notes: raw() }).servers.test('note')).rejects.toMatchObject({
      code: 'mcp-server-unknown',
      message: 'There is no MCP server `note`; did you mean `notes`?',
    })
  })
})
