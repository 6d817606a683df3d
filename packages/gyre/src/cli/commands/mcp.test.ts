import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts'
import { FakeHost } from '../../../test/fake-host.ts'
import { invoke } from '../invoke.ts'

const memoryServer = join(
  dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/server-memory/package.json')),
  'dist/index.js',
)

/** Says what is wrong with it, its key too, and ends. */
const failing = ['-e', 'console.error("no config, key was " + process.env.TOKEN + ", hidden words"); process.exit(3)']

function project(mcp?: unknown, config?: unknown) {
  const cwd = temporaryFolder()
  const file = join(cwd, '.mcp.json')
  if (mcp !== undefined) writeFileSync(file, typeof mcp === 'string' ? mcp : JSON.stringify(mcp))
  if (config !== undefined) writeFileSync(join(cwd, 'gyre.config.json'), JSON.stringify(config))
  const gyre = async (...args: string[]) => {
    const env = { HOME: cwd, PATH: String(process.env['PATH']), HOUSE_TOKEN: 'a token of the house' }
    const host = new FakeHost({ cwd, env })
    const code = await invoke(['--data', join(cwd, 'data'), ...args], host)
    // None of these commands makes a data folder.
    expect(() => statSync(join(cwd, 'data'))).toThrow('ENOENT')
    return { code, out: host.out, err: host.err }
  }
  const read = () => JSON.parse(readFileSync(file, 'utf8')) as { readonly mcpServers: Record<string, unknown> }
  return { cwd, file, gyre, read }
}

describe('`gyre mcp add`', () => {
  it('writes a command with its arguments and variables', async () => {
    const { gyre, file } = project()
    const { code, out, err } = await gyre(
      'mcp',
      'add',
      'disk',
      '--env',
      'MODE=production',
      '--',
      'npx',
      '-y',
      'a',
      '--b',
      '-3',
    )
    expect([code, out]).toEqual([0, 'disk added to .mcp.json\n'])
    expect(err).toBe('Next: gyre mcp test disk\nA `gyre serve` that runs has it after its next start.\n')
    expect(readFileSync(file, 'utf8')).toBe(
      `${JSON.stringify({ mcpServers: { disk: { command: 'npx', args: ['-y', 'a', '--b', '-3'], env: { MODE: 'production' } } } }, null, 2)}\n`,
    )
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('writes an address with its headers, and says which variables must be set', async () => {
    const { gyre, read } = project({ other: 1, mcpServers: { a: { command: 'x', autoApprove: ['y'] } } })
    const { code, err } = await gyre(
      ...['mcp', 'add', 'house', '--url', 'https://mcp.example/mcp'],
      ...['--header', `Authorization: Bearer \${HOUSE_TOKEN}`, '--header', `X-Other:\${OTHER}`],
    )
    expect(code).toBe(0)
    expect(err).toContain('Set before it is used: OTHER\n')
    expect(read()).toEqual({
      other: 1,
      mcpServers: {
        a: { command: 'x', autoApprove: ['y'] },
        house: {
          type: 'http',
          url: 'https://mcp.example/mcp',
          headers: { Authorization: `Bearer \${HOUSE_TOKEN}`, 'X-Other': `\${OTHER}` },
        },
      },
    })
  })

  it('warns of a key that now stands in the file, and does not repeat it', async () => {
    const { gyre, read } = project()
    const { code, out, err } = await gyre('mcp', 'add', 'a', '--env', 'TOKEN=abc-hunter22', '--', 'x')
    expect(code).toBe(0)
    expect(err).toContain('What looks like a key now stands in the file.')
    expect(out + err).not.toContain('hunter22')
    expect(read().mcpServers['a']).toEqual({ command: 'x', env: { TOKEN: 'abc-hunter22' } })
  })

  it.each([
    [`Authorization: Bearer \${HOUSE_TOKEN}`, false],
    [`Authorization: Basic \${env:NAME}:\${SECRET}`, false],
    [`X-Key: \${SECRET}`, false],
    [`X-Key: \${SECRET:-hunter22-abc}`, true],
    [`Authorization: Bearer hunter22\${SECRET}`, true],
  ])('knows with `--header %s` whether a key stands in the file', async (header, isThere) => {
    const { err } = await project().gyre('mcp', 'add', 'a', '--url', 'https://mcp.example/mcp', '--header', header)
    expect(err.includes('What looks like a key now stands in the file.')).toBe(isThere)
  })

  it('tells programs what it wrote, and where', async () => {
    const { gyre, file } = project()
    const { out } = await gyre('mcp', 'add', 'a', '--json', '--', 'x')
    expect(JSON.parse(out)).toEqual({ name: 'a', file })
  })

  it.each<[readonly string[], string]>([
    [[], '`gyre mcp add` needs NAME -- COMMAND ARGS… | NAME --url URL.'],
    [['a'], 'Say how the server is reached: `-- COMMAND ARGS…` or `--url URL`.'],
    [['my server', '--', 'x'], '`my server` is no name for a server'],
    [['a.b', '--', 'x'], 'use letters, digits, _ and -.'],
    [['a', '--url', 'https://a/', '--', 'x'], 'Give a command or `--url`, not both.'],
    [['a', 'http://127.0.0.1:9/mcp'], 'That is an address and no command. Write it as: --url URL'],
    [['a', '--', 'HTTPS://mcp.example/hunter22'], 'That is an address and no command. Write it as: --url URL'],
    [['a', '--url', 'mcp.example'], 'url: must be an http or https address such as'],
    [['a', '--url', 'https://a/', '--env', 'A=1'], '`--env` is for a command that is started'],
    [['a', '--header', 'A: 1', '--', 'x'], '`--header` is for `--url`'],
    [['a', '--url', 'https://a/', '--header', 'hunter22'], "`--header`: expected 'NAME: VALUE'"],
    [['a', '--env', 'hunter22', '--', 'x'], '`--env`: expected NAME=VALUE.'],
    [['a', 'npx', '-y', 'x'], '`gyre mcp add` has no option `-y`.'],
    [
      ['known', '--', 'x'],
      'There is a server `known` in .mcp.json. To replace it, take it out first: gyre mcp remove known',
    ],
    [['own', '--', 'x'], '`own` is the name of a server in gyre.config.json, which would win; choose another.'],
  ])('refuses %j, and writes nothing', async (args, says) => {
    const mcp = { mcpServers: { known: { command: 'x' } } }
    const { gyre, read } = project(mcp, { mcpServers: { own: { command: 'x' } } })
    const { code, out, err } = await gyre('mcp', 'add', ...args)
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain(says)
    expect(err).not.toContain('hunter22')
    expect(read()).toEqual(mcp)
  })

  it('never writes over a broken file', async () => {
    for (const broken of ['{ "mcpServers": { "a": } }', '{ "servers": {} }', '[]', '{"mcpServers":{"a":{}}}']) {
      const { gyre, file } = project(broken)
      const { code, err } = await gyre('mcp', 'add', 'b', '--', 'x')
      expect(code).toBe(2)
      expect(err).toContain('.mcp.json:1:')
      expect(readFileSync(file, 'utf8')).toBe(broken)
    }
  })
})

describe('`gyre mcp remove`', () => {
  it('takes a server out, and leaves the rest as it is', async () => {
    const { gyre, file } = project(
      '{\n    "mcpServers": {"a": {"command": "x"}, "b": {"command": "y"}},\n    "z": 1\n}',
    )
    expect(await gyre('mcp', 'remove', 'a')).toEqual({ code: 0, out: 'a removed from .mcp.json\n', err: '' })
    expect(readFileSync(file, 'utf8')).toBe(
      `${JSON.stringify({ mcpServers: { b: { command: 'y' } }, z: 1 }, null, 4)}\n`,
    )
  })

  it('removes the file with the last server, unless there is more in it', async () => {
    const { gyre, file } = project({ mcpServers: { a: { command: 'x' } } })
    expect(await gyre('mcp', 'remove', 'a')).toEqual({
      code: 0,
      out: 'a removed from .mcp.json, and the file: nothing else was in it\n',
      err: '',
    })
    expect(() => statSync(file)).toThrow('ENOENT')
    const other = project({ mcpServers: { a: { command: 'x' } }, inputs: [] })
    expect((await other.gyre('mcp', 'remove', 'a')).out).toBe('a removed from .mcp.json\n')
    expect(other.read()).toEqual({ mcpServers: {}, inputs: [] })
  })

  it('refuses one that is not there, or elsewhere', async () => {
    const { gyre } = project({ mcpServers: { disk: { command: 'x' } } }, { mcpServers: { own: { command: 'x' } } })
    expect(await gyre('mcp', 'rm', 'disc')).toMatchObject({
      code: 2,
      err: expect.stringContaining('There is no server `disc` in .mcp.json; did you mean `disk`?'),
    })
    expect(await gyre('mcp', 'remove', 'own')).toMatchObject({
      code: 2,
      err: expect.stringContaining('`own` is in gyre.config.json: take it out there.'),
    })
  })
})

describe('`gyre mcp`', () => {
  const servers = {
    graph: { command: process.execPath, args: [memoryServer] },
    broken: { command: process.execPath, args: failing, env: { TOKEN: `\${HOUSE_TOKEN}` } },
    unset: { url: `https://mcp.example/\${NOT_SET}`, headers: { A: `\${HOUSE_TOKEN}` } },
    off: { command: 'x', disabled: true },
  }

  it('lists servers without connecting to any', async () => {
    const { gyre } = project(
      { mcpServers: servers },
      {
        mcpServers: { off: { type: 'sse', url: 'https://o/', disabled: true }, shut: { command: 'x' } },
        permissions: { deny: ['mcp.shut'] },
      },
    )
    const { code, out, err } = await gyre('mcp')
    expect(code).toBe(0)
    expect(out.split('\n').map((line) => line.split(/\s{2,}/))).toEqual([
      ['NAME', 'OVER', 'STATE', 'TOOLS', 'FROM'],
      ['graph', 'stdio', 'configured', '.mcp.json'],
      ['broken', 'stdio', 'configured', '.mcp.json'],
      ['unset', 'http', 'incomplete', '.mcp.json', 'not set: NOT_SET'],
      ['off', 'sse', 'disabled', 'gyre.config.json'],
      ['shut', 'stdio', 'denied', 'gyre.config.json'],
      [''],
    ])
    expect(err).toBe('Connect to each: gyre mcp list --connect\n')
  })

  it('exits with 0 when every server it connects to answers', async () => {
    const { gyre } = project({ mcpServers: { graph: servers.graph, off: servers.off } })
    expect((await gyre('mcp', 'list', '--connect')).code).toBe(0)
  }, 20_000)

  it('says when there are none', async () => {
    expect(await project().gyre('mcp', 'list')).toMatchObject({
      code: 0,
      out: '',
      err: expect.stringContaining('no MCP servers'),
    })
  })

  it('connects when it is asked to, and tells of each what came of it', async () => {
    const { gyre } = project({ mcpServers: servers }, { secrets: ['hidden words'] })
    const { code, out, err } = await gyre('mcp', 'list', '--connect', '--json')
    // Not all of them answer.
    expect(code).toBe(1)
    const rows = JSON.parse(out) as { name: string; state: string; says: string }[]
    expect(rows.map(({ name, state }) => [name, state])).toEqual([
      ['graph', 'connected'],
      ['broken', 'failed'],
      ['unset', 'incomplete'],
      ['off', 'disabled'],
    ])
    expect(rows[0]).toMatchObject({ tools: expect.arrayContaining(['graph.read_graph']), withheld: [] })
    expect(rows[1]?.says).toContain('no config, key was [redacted], [redacted]')
    expect(out + err).not.toContain('a token of the house')
  }, 20_000)
})

describe('a server that is denied', () => {
  it('is not started, not even to be tried, whatever toolbox it is called like', async () => {
    const mark = join(temporaryFolder(), 'started')
    const files = {
      command: process.execPath,
      args: ['-e', `require('fs').writeFileSync(${JSON.stringify(mark)}, '')`],
    }
    const { gyre } = project({ mcpServers: { files } }, { permissions: { deny: ['mcp.files'] } })
    expect(JSON.parse((await gyre('mcp', 'list', '--connect', '--json')).out)).toMatchObject([{ state: 'denied' }])
    expect(await gyre('mcp', 'test', 'files')).toMatchObject({
      code: 2,
      err: expect.stringContaining('The MCP server `files` is denied by `permissions.deny`: it is not started.'),
    })
    expect(existsSync(mark)).toBe(false)
  })
})

describe('`gyre mcp test`', () => {
  it('shows each step and the tools that were found', async () => {
    const { gyre } = project({ mcpServers: { graph: { command: process.execPath, args: [memoryServer] } } })
    const { code, out } = await gyre('mcp', 'test', 'graph')
    expect(code).toBe(0)
    expect(out).toMatch(
      /^✓ reached {2}.*\n✓ agreed on a protocol {2}.*\n✓ listed its tools {2}\d+ tools .*\n✓ is alive {2}/,
    )
    expect(out).toContain('\n  graph.read_graph\n')
  }, 20_000)

  it('exits with 1 and shows what the server complained of, without its key', async () => {
    const broken = { command: process.execPath, args: failing, env: { TOKEN: `\${HOUSE_TOKEN}` } }
    const { gyre } = project({ mcpServers: { broken } }, { secrets: ['hidden words'] })
    const { code, out, err } = await gyre('mcp', 'test', 'broken')
    expect(code).toBe(1)
    expect(out).toContain('✗ ')
    expect(out + err).toContain('no config, key was [redacted], [redacted]')
    expect(out + err).not.toContain('a token of the house')
    const json = await gyre('mcp', 'test', 'broken', '--json')
    expect(json.code).toBe(1)
    expect(JSON.parse(json.out)).toMatchObject({ name: 'broken', ok: false })
  }, 20_000)

  it.each<[string, number, string]>([
    ['grap', 2, 'There is no MCP server `grap`; did you mean `graph`?'],
    ['unset', 1, 'NOT_SET'],
    ['absent', 1, 'no-such-program-anywhere'],
  ])(
    'tells what is wrong with %s',
    async (name, exit, says) => {
      const { gyre } = project({
        mcpServers: {
          graph: { command: 'x' },
          unset: { url: `https://mcp.example/\${NOT_SET}` },
          absent: { command: 'no-such-program-anywhere' },
        },
      })
      const { code, out, err } = await gyre('mcp', 'test', name)
      expect(code).toBe(exit)
      expect(out + err).toContain(says)
    },
    20_000,
  )
})
