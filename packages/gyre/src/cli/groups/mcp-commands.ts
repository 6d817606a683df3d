/** Commands for MCP servers. */
import type { Command } from '../command.ts'
import { withServer } from '../server-package.ts'

export const mcpCommands: readonly Command[] = [
  {
    name: 'mcp',
    aliases: ['mcp list', 'mcp ls'],
    summary: 'The MCP servers that are configured',
    args: '',
    arity: [0, 0],
    options: { connect: { type: 'boolean', description: 'Connect to each, and say what it offers' } },
    examples: ['gyre mcp list', 'gyre mcp list --connect'],
    load: async () => (await import('../commands/mcp.ts')).listServers,
  },
  {
    name: 'mcp add',
    summary: 'Write a server into .mcp.json: a command that is started, or an address',
    args: 'NAME -- COMMAND ARGS… | NAME --url URL',
    arity: [1, Number.POSITIVE_INFINITY],
    options: {
      url: { type: 'string', value: 'URL', description: 'The address of a server that runs already' },
      header: {
        type: 'string',
        multiple: true,
        value: "'NAME: VALUE'",
        description: 'With --url: sent with every request; may be repeated',
      },
      env: {
        type: 'string',
        multiple: true,
        value: 'NAME=VALUE',
        description: 'With a command: a variable of its environment; may be repeated',
      },
    },
    examples: [
      'gyre mcp add disk -- npx -y @modelcontextprotocol/server-filesystem .',
      `gyre mcp add house --url https://mcp.example/mcp \\\n      --header 'Authorization: Bearer \${HOUSE_TOKEN}'`,
    ],
    load: async () => (await import('../commands/mcp-change.ts')).addServer,
  },
  {
    name: 'mcp remove',
    aliases: ['mcp rm'],
    summary: 'Take a server out of .mcp.json',
    args: 'NAME',
    arity: [1, 1],
    options: {},
    examples: ['gyre mcp remove disk'],
    load: async () => (await import('../commands/mcp-change.ts')).removeServer,
  },
  {
    name: 'mcp test',
    summary: 'Connect to a server step by step, and say how far it comes',
    args: 'NAME',
    arity: [1, 1],
    options: {},
    examples: ['gyre mcp test disk'],
    load: async () => (await import('../commands/mcp.ts')).testServer,
  },
  {
    name: 'mcp serve',
    summary: 'Serve loops as tools over stdin and stdout, to an MCP client that starts this',
    remark:
      'It ends with its client. Sessions that run then are suspended, and go on at the next start. `gyre serve` has the same over HTTP, at `/mcp`.',
    args: '',
    arity: [0, 0],
    options: {},
    examples: ['gyre mcp serve', 'gyre mcp serve --data ~/gyre'],
    load: async () => (await withServer(() => import('../commands/mcp-serve.ts'))).serveMcp,
  },
]
