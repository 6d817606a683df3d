/** Commands for tools. */
import type { Command } from '../command.ts'

export const toolCommands: readonly Command[] = [
  {
    name: 'tools',
    aliases: ['tools list', 'tools ls'],
    summary: 'The tools there are, those of MCP servers too',
    args: '',
    arity: [0, 0],
    options: {},
    examples: ['gyre tools', 'gyre tools --json'],
    load: async () => (await import('../commands/tools.ts')).listTools,
  },
  {
    name: 'tools show',
    summary: 'What a tool takes, touches and may do',
    args: 'NAME',
    arity: [1, 1],
    options: {},
    examples: ['gyre tools show math.calculate'],
    load: async () => (await import('../commands/tools.ts')).showTool,
  },
  {
    name: 'tools call',
    summary: 'Call a tool with the checks every call passes',
    args: 'NAME [KEY=VALUE…|JSON|@FILE|-]',
    arity: [1, Number.POSITIVE_INFINITY],
    options: {
      yes: { type: 'boolean', short: 'y', description: 'Approve the call without being asked' },
    },
    examples: [
      'gyre tools call math.calculate expression="17 * 6 + 14"',
      `gyre tools call math.convert '{"value": 3, "from": "mile", "to": "km"}'`,
      'gyre tools call math.convert @arguments.json',
      'echo \'{"expression": "17 * 6"}\' | gyre tools call math.calculate -',
    ],
    load: async () => (await import('../commands/tools-call.ts')).callTool,
  },
  {
    name: 'tools breaker',
    summary: 'Tools that failed too often and are kept from running; `reset` lets one run again',
    args: '[NAME | reset NAME]',
    arity: [0, 2],
    options: {},
    examples: ['gyre tools breaker', 'gyre tools breaker reset web.fetch'],
    load: async () => (await import('../commands/tools-breaker.ts')).breaker,
  },
]
