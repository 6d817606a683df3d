import { describeIssues } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { mcpServersSchema } from './servers-config.ts'

/** The faults of a server called `s`, one line each. */
function faultsOf(server: unknown): readonly string[] {
  const value = { s: server }
  const { error } = mcpServersSchema.safeParse(value)
  return error
    ? describeIssues(error, mcpServersSchema, value).map(({ path, message }) => `${path.join('.')}: ${message}`)
    : []
}

describe('servers as people write them', () => {
  it.each([
    ['a program', { command: 'npx', args: ['-y', 'server'], env: { KEY: 'x' }, cwd: '/tmp' }],
    ['a program with its type', { type: 'stdio', command: 'uvx' }],
    ['an address', { url: 'https://example.com/mcp', headers: { Authorization: 'Bearer x' } }],
    ['an address on this machine', { type: 'http', url: 'http://127.0.0.1:3000/mcp' }],
    ['an older server', { type: 'sse', url: 'http://localhost/sse' }],
    ['the longer word for a type', { type: 'streamable-http', url: 'http://localhost/mcp' }],
    ['an address with a variable', { url: `\${BASE}/mcp` }],
    ['what is particular to Gyre', { command: 'x', disabled: true, timeoutMs: 5000, trusted: true, tools: ['read_*'] }],
    ['keys of other programs', { command: 'x', autoApprove: ['a'], description: 'Mine.', alwaysAllow: [] }],
  ])('may be %s', (_, server) => {
    expect(faultsOf(server)).toEqual([])
  })

  it('take bare numbers and flags for texts', () => {
    const parsed = mcpServersSchema.parse({
      s: { command: 'x', args: ['--port', 3000], env: { PORT: 3000, DEBUG: true } },
    })
    expect(parsed).toEqual({ s: { command: 'x', args: ['--port', '3000'], env: { PORT: '3000', DEBUG: 'true' } } })
  })
})

describe('a fault', () => {
  it.each([
    ['nothing to connect to', {}, ['s: needs `command` (a program to start) or `url` (a server that runs elsewhere)']],
    ['two things to connect to', { command: 'x', url: 'http://h' }, ['s.url: cannot stand beside `command`: keep one']],
    [
      'a misspelt key',
      { comand: 'x' },
      [
        's.comand: unknown key; did you mean `command`?',
        's: needs `command` (a program to start) or `url` (a server that runs elsewhere)',
      ],
    ],
    [
      'a command with its arguments',
      { command: ['npx', 'x'] },
      ['s.command: must be the program alone, as a text; its arguments go into `args`'],
    ],
    ['arguments in one text', { command: 'x', args: '-y x' }, ['s.args: must be a list of texts']],
    [
      'an address without a scheme',
      { url: 'example.com/mcp' },
      ['s.url: must be an http or https address such as `https://example.com/mcp`'],
    ],
    [
      'an address of a file',
      { url: 'file:///etc/passwd' },
      ['s.url: must be an http or https address such as `https://example.com/mcp`'],
    ],
    [
      'arguments of an address',
      { url: 'http://h', args: ['x'] },
      ['s.args: belongs to a server with `command`, not to one with `url`'],
    ],
    ['headers of a program', { command: 'x', headers: {} }, ['s.headers: belong to a server with `url`']],
    ['a program of type http', { type: 'http', command: 'x' }, ['s.type: is `http`, which needs `url`']],
    [
      'an address of type stdio',
      { type: 'stdio', url: 'http://h' },
      ['s.type: is `stdio`, which needs `command` and no `url`'],
    ],
    [
      'an unknown type',
      { type: 'websocket', url: 'http://h' },
      ['s.type: expected "stdio", "http", "streamable-http", "streamableHttp" or "sse", got "websocket"'],
    ],
    ['no time', { command: 'x', timeoutMs: 0 }, ['s.timeoutMs: expected a whole number from 1 to 86400000, got 0']],
    ['a server that is none', 'npx x --key hunter2', ['s: must be a mapping with `command` or `url`']],
  ])('%s is told with its place', (_, server, faults) => {
    expect(faultsOf(server)).toEqual(faults)
  })

  it.each([
    [{ command: 'x', env: { KEY: ['hunter2hunter2'] } }],
    [{ command: 'x', env: 'KEY=hunter2hunter2' }],
    [{ url: 'http://h', headers: ['Authorization: hunter2hunter2'] }],
    [{ url: 'http://h', headers: { Authorization: { token: 'hunter2hunter2' } } }],
    [{ url: 'ftp://h/?key=hunter2hunter2' }],
    [{ command: 'x', args: [{ key: 'hunter2hunter2' }] }],
  ])('never shows a value that may be secret: %j', (server) => {
    const faults = faultsOf(server)
    expect(faults).toHaveLength(1)
    expect(faults.join()).not.toContain('hunter2')
  })
})
