import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { servedPlace } from '../../test/served-place.ts'

const small = fileURLToPath(new URL('../../test/small-server.ts', import.meta.url))

const secret = 'a very secret value 91'

const servers = {
  small: { command: process.execPath, args: [small], env: { TOKEN: secret } },
  gone: {
    command: process.execPath,
    args: ['-e', `console.error(process.env.TOKEN); process.exit(3)`],
    env: { TOKEN: secret },
  },
  off: { url: 'https://example.com/mcp?key=1', disabled: true },
}

const deskOf = async (config: object = {}) => {
  const { place } = await servedPlace({ mcpServers: servers, ...config })
  return (await place.tenant('local')).mcpServers
}

describe('the MCP servers of a place', () => {
  it('are listed as they are written, and looking connects to none', async () => {
    const [one, , off] = await (await deskOf()).list()
    expect(one).toEqual({
      name: 'small',
      transport: 'stdio',
      target: `${process.execPath} ${small}`,
      from: 'gyre.config.mjs',
      state: 'idle',
      era: null,
      protocol: null,
      server: null,
      tools: [],
      withheld: [],
      trusted: false,
      lastError: null,
    })
    expect(off).toMatchObject({ transport: 'http', target: 'https://example.com/mcp?…', state: 'disabled' })
  })

  it('are connected to when they answer a test', async () => {
    const desk = await deskOf()
    const report = await desk.test('small')
    expect(report).toMatchObject({ ok: true, server: { state: 'connected', server: { name: 'small', version: '1' } } })
    expect(report.steps.map(({ step, ok }) => `${step} ${ok}`)).toEqual([
      'reach true',
      'negotiate true',
      'list true',
      'ping true',
    ])
    expect(report.server.tools).toContain('small.echo')
    expect(JSON.stringify(report)).not.toContain(secret)
  })

  it('say how far they came when they do not answer, and no secret', async () => {
    const report = await (await deskOf()).test('gone')
    expect(report.ok).toBe(false)
    expect(report.steps.at(-1)?.ok).toBe(false)
    expect(JSON.stringify(report)).not.toContain(secret)
  })

  it('are not started when they are denied', async () => {
    const desk = await deskOf({ permissions: { deny: ['mcp.small'] } })
    expect((await desk.list())[0]).toMatchObject({ name: 'small', state: 'denied' })
    await expect(desk.test('small')).rejects.toMatchObject({ code: 'forbidden' })
  })

  it('are refused under a name that none has', async () => {
    const desk = await deskOf()
    await expect(desk.test('smal')).rejects.toMatchObject({ code: 'mcp-server-unknown' })
    await expect(desk.test('constructor')).rejects.toMatchObject({ code: 'mcp-server-unknown' })
  })
})
