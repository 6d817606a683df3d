/** Commands for what sessions learned and people noted. */
import type { Command } from '../command.ts'

const expires = { type: 'string', value: 'TIME', description: 'Forget it after so long: 30d, 12h' } as const

export const memoryCommands: readonly Command[] = [
  {
    name: 'memory',
    aliases: ['memory list', 'memory ls'],
    summary: 'What is remembered, newest first',
    args: '',
    arity: [0, 0],
    options: {
      kind: { type: 'string', value: 'KIND', description: 'Only these: note, reasoning, or a kind of a loop' },
      limit: { type: 'string', short: 'n', value: 'N', description: 'How many; 20 when left out' },
    },
    examples: ['gyre memory', 'gyre memory --kind note'],
    load: async () => (await import('../commands/memory.ts')).listMemories,
  },
  {
    name: 'memory search',
    summary: 'What would be recalled for a question',
    args: '"QUESTION"',
    arity: [1, 1],
    options: { limit: { type: 'string', short: 'n', value: 'N', description: 'How many; 5 when left out' } },
    examples: ['gyre memory search "which hotel was it"'],
    load: async () => (await import('../commands/memory.ts')).searchMemories,
  },
  {
    name: 'memory show',
    summary: 'All of a memory',
    args: 'ID',
    arity: [1, 1],
    options: {},
    examples: ['gyre memory show mem_0198'],
    load: async () => (await import('../commands/memory.ts')).showMemory,
  },
  {
    name: 'memory add',
    summary: 'Note something for sessions to come',
    args: '"TEXT" | -',
    arity: [1, 1],
    options: { expires },
    examples: [
      'gyre memory add "Invoices are due after 14 days."',
      'gyre memory add "The printer is broken." --expires 7d',
    ],
    load: async () => (await import('../commands/memory-change.ts')).addMemory,
  },
  {
    name: 'memory edit',
    summary: 'Put a memory into other words',
    args: 'ID ["TEXT" | -]',
    arity: [1, 2],
    options: { expires: { ...expires, description: 'Forget it after so long: 30d, 12h; `never` keeps it' } },
    examples: [
      'gyre memory edit mem_0198 "Invoices are due after 30 days."',
      'gyre memory edit mem_0198 --expires never',
    ],
    load: async () => (await import('../commands/memory-change.ts')).editMemory,
  },
  {
    name: 'memory remove',
    aliases: ['memory rm'],
    summary: 'Forget memories',
    args: 'ID… | --expired',
    arity: [0, Number.POSITIVE_INFINITY],
    options: { expired: { type: 'boolean', description: 'All whose time is over' } },
    examples: ['gyre memory remove mem_0198', 'gyre memory remove --expired'],
    load: async () => (await import('../commands/memory-change.ts')).removeMemories,
  },
]
